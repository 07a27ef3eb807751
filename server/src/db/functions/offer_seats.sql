-- Offers the free seats of an event to who waits, first come, first served. An offer is a pending order of the waiting
-- person that holds the seat, at the price of now. Where the event sells no more, or begins soon, the list ends.
--
-- Safe to run at any time and twice: it looks at what is free now, whatever freed it.
--
-- Takes: the event; how long an offer lasts, and how long in a live event, in ms; how long before the start the list
-- closes, in ms (see waitlist_refusal); how many offers at most. Answers how many it made.
--
-- Locks: the event, the orders whose hold is over, the places (by their UPDATEs).
CREATE OR REPLACE FUNCTION offer_seats(
  p_event uuid, p_offer_ms int, p_live_offer_ms int, p_closes_ms int, p_max int)
RETURNS int
LANGUAGE plpgsql
AS $$
DECLARE
  the_event event;
  next_place record;
  offer_ends timestamptz;
  offer_id uuid;
  made int := 0;
  gone int := 0;
BEGIN
  PERFORM expire_holds(p_event);
  SELECT * INTO the_event FROM event WHERE id = p_event FOR UPDATE;
  offer_ends := CASE
    WHEN the_event.state = 1 THEN app_now() + p_live_offer_ms * interval '1 ms'
    WHEN NOT the_event.opening_ticketing THEN app_now() + p_offer_ms * interval '1 ms'
    ELSE least(app_now() + p_offer_ms * interval '1 ms', the_event.starts_at - p_closes_ms * interval '1 ms')
  END;

  IF waitlist_refusal(the_event, p_closes_ms) IS NOT NULL THEN
    UPDATE waitlist_place SET status = 'ended', ended_at = app_now() WHERE event_id = p_event AND status = 'waiting';
    UPDATE event SET waiting = 0, version = version + 1 WHERE id = p_event AND waiting > 0;
    RETURN 0;
  END IF;

  WHILE made < p_max AND the_event.held + the_event.sold + made < seats_admitted(the_event) LOOP
    SELECT
      place.id, place.account_id, place.guest_key, person.guest_email_norm,
      person.erased_at IS NOT NULL OR EXISTS (
        SELECT 1 FROM orders its
        WHERE its.event_id = p_event AND its.holder_key = person_holder(place.account_id)
          AND its.status IN ('pending', 'paid')) AS needs_none
    INTO next_place
    FROM waitlist_place place
    JOIN app_user person ON person.id = place.account_id
    WHERE place.event_id = p_event AND place.status = 'waiting'
    ORDER BY place.id LIMIT 1;
    EXIT WHEN NOT FOUND;

    -- Deleted the account, or got a ticket in another way.
    IF next_place.needs_none THEN
      UPDATE waitlist_place SET status = 'left', ended_at = app_now() WHERE id = next_place.id AND status = 'waiting';
      gone := gone + 1;
      CONTINUE;
    END IF;

    offer_id := gen_random_uuid();
    INSERT INTO orders (
      id, event_id, buyer_id, email_norm, holder_key, status, price_minor, discount_minor,
      fee_minor, min_fee_minor, fee_bp,
      total_minor, currency, hold_expires_at, guest_key, offered)
    SELECT
      offer_id, p_event, next_place.account_id, next_place.guest_email_norm,
      person_holder(next_place.account_id), 'pending', the_event.price_minor, 0,
      due.fee, the_event.min_fee_minor, the_event.fee_bp,
      the_event.price_minor + due.fee, the_event.currency, offer_ends,
      next_place.guest_key, true
    FROM (
      SELECT CASE WHEN the_event.price_minor = 0 THEN 0
        ELSE the_event.min_fee_minor + (the_event.price_minor * the_event.fee_bp + 5000) / 10000 END AS fee) due;
    UPDATE waitlist_place SET status = 'offered', offered_at = app_now(), order_id = offer_id
    WHERE id = next_place.id AND status = 'waiting';
    INSERT INTO outbox (dedupe_key, topic, payload)
    VALUES (
      'waitlist-offer:' || offer_id, 'WaitlistOffered', jsonb_build_object('orderId', offer_id, 'eventUuid', p_event));
    made := made + 1;
  END LOOP;

  IF made + gone > 0 THEN
    UPDATE event SET held = held + made, waiting = waiting - made - gone, version = version + 1 WHERE id = p_event;
  END IF;
  RETURN made;
END $$;
