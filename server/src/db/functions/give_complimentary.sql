-- Gives complimentary tickets of an event: each gets its order at a price of 0, its payment 'free', its ticket and the
-- fact TicketIssued, all in one transaction. People on the waitlist come first.
--
-- Takes: the event; the guests as a JSON array; how many complimentary tickets the event may have in all. A guest has:
-- n (its place in the list), order_id, payment_id, ticket_id, code (of the ticket), person (who holds the ticket),
-- rows (all accounts of that person), email (as the host typed it, normalised) and is_guest (the person has no
-- account).
--
-- Answers one row a guest: n and the verdict.
--   given
--   already_has_ticket
--   own_event
--   complimentary_used_up   the event has had as many as it may
--   sold_out                no seat is left
--   event_not_found
--   event_cancelled, event_over, token_gated, ticketing_closed   see sale_refusal
--
-- Locks: the event, then the unpaid orders of the guests (by their UPDATE).
CREATE OR REPLACE FUNCTION give_complimentary(p_event uuid, p_rows json, p_total_max int)
RETURNS TABLE (n int, verdict text)
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
DECLARE
  the_event event;
  refusal text;
  seats_left int;
  given_before int;
  given int := 0;
  guest record;
BEGIN
  SELECT * INTO the_event FROM event WHERE id = p_event FOR UPDATE;
  refusal := CASE
    WHEN the_event.id IS NULL OR the_event.private_for IS NOT NULL
      OR the_event.replay_of IS NOT NULL THEN 'event_not_found'
    ELSE sale_refusal(the_event)
  END;
  seats_left := seats_for_sale(the_event) - the_event.held - the_event.sold;
  SELECT count(*) INTO given_before FROM complimentary_guest earlier WHERE earlier.event_id = p_event;

  FOR guest IN
    SELECT each.* FROM json_to_recordset(p_rows) AS each(
      n int, order_id uuid, payment_id uuid, ticket_id uuid, code text, person bigint, rows bigint[], email text,
      is_guest boolean)
    ORDER BY each.n
  LOOP
    n := guest.n;
    verdict := CASE
      WHEN refusal IS NOT NULL THEN refusal
      WHEN the_event.host_id = ANY (guest.rows) THEN 'own_event'
      WHEN EXISTS (
        SELECT 1 FROM ticket held
        WHERE held.event_id = p_event AND held.voided_at IS NULL
          AND held.holder_key IN (SELECT person_holder(its) FROM unnest(guest.rows) AS its)) THEN 'already_has_ticket'
      WHEN given_before + given >= p_total_max THEN 'complimentary_used_up'
      WHEN given >= seats_left THEN 'sold_out'
      ELSE 'given'
    END;

    IF verdict = 'given' THEN
      given := given + 1;
      -- A ticket holder needs no offer, so its seat goes to the next in line.
      PERFORM leave_waitlist(p_event, guest.person);
      -- The ticket is held under the person. An unpaid order of the same person makes room under a separate key.
      UPDATE orders SET holder_key = open_holder(buyer_id, id::text)
      WHERE event_id = p_event AND holder_key = person_holder(guest.person) AND status = 'pending';
      INSERT INTO orders (
        id, event_id, buyer_id, email_norm, holder_key, status, price_minor, fee_minor, min_fee_minor, fee_bp,
        total_minor, currency, paid_at, complimentary)
      VALUES (
        guest.order_id, p_event, guest.person, CASE WHEN guest.is_guest THEN guest.email END,
        person_holder(guest.person), 'paid', 0, 0, the_event.min_fee_minor, the_event.fee_bp,
        0, the_event.currency, app_now(), true);
      INSERT INTO complimentary_guest (order_id, event_id, email_norm)
      VALUES (guest.order_id, p_event, guest.email);
      INSERT INTO payment (id, order_id, provider, amount_minor, currency, status, idem_key, settled_at)
      VALUES (
        guest.payment_id, guest.order_id, 'free', 0, the_event.currency, 'succeeded', guest.payment_id, app_now());
      INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code, seat)
      VALUES (
        guest.ticket_id, guest.order_id, p_event, guest.person, person_holder(guest.person), guest.code,
        the_event.tickets_issued + given);
      INSERT INTO outbox (dedupe_key, topic, payload)
      VALUES (
        'ticket:' || guest.ticket_id,
        'TicketIssued',
        jsonb_build_object(
          'ticketId', guest.ticket_id, 'orderId', guest.order_id, 'eventUuid', p_event, 'userId', guest.person));
    END IF;
    RETURN NEXT;
  END LOOP;

  IF given > 0 THEN
    UPDATE event
    SET sold = sold + given, tickets_issued = tickets_issued + given, version = version + 1
    WHERE id = p_event;
  END IF;
END $$;
