-- Gives a person a place at the end of an event's waitlist.
--
-- Takes: the event; the account; the hash of the browser's secret for a guest who only typed an address (null for
-- somebody with a session); the network it comes from (null where that is not counted); how long before the start
-- the list closes, in ms; how many places a network gets for typed addresses; how long a proof of what a wallet holds
-- lets its account join the line of an event for token holders, in ms.
--
-- Answers:
--   joined             there is a new place
--   waits              the person has a place already, waiting or offered
--   waits_elsewhere    the same, but the guest got it in another browser or by mail
--   already_has_ticket, seat_held   the person has a ticket, or an unpaid order
--   address_has_ticket a guest's address has a ticket that was bought in another browser
--   seats_left         the event is not sold out
--   waitlist_closed    it has begun, or begins too soon
--   token_gated        a guest asked, and only holders of tokens get in
--   waitlist_needs_proof   only holders of tokens get in, and the account has not proved to be one
--   too_many_waiting   the network has its number of places
--   event_not_found, own_event, and what waitlist_refusal answers
--
-- Locks: the event.
CREATE OR REPLACE FUNCTION join_waitlist(
  p_event uuid, p_account bigint, p_guest text, p_address text, p_closes_ms int, p_address_max int,
  p_proof_ms int)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  the_event event;
  its_place waitlist_place;
  its_order orders;
BEGIN
  SELECT * INTO the_event FROM event WHERE id = p_event FOR UPDATE;
  IF the_event.id IS NULL OR the_event.private_for IS NOT NULL THEN
    RETURN 'event_not_found';
  ELSIF the_event.host_id = p_account THEN
    RETURN 'own_event';
  ELSIF waitlist_refusal(the_event, p_closes_ms) IS NOT NULL THEN
    RETURN waitlist_refusal(the_event, p_closes_ms);
  ELSIF the_event.state <> 0 THEN
    RETURN 'waitlist_closed';
  ELSIF NOT the_event.opening_ticketing AND p_guest IS NOT NULL THEN
    RETURN 'token_gated';
  END IF;

  SELECT * INTO its_place FROM waitlist_place place
  WHERE place.event_id = p_event AND place.account_id = p_account AND place.status IN ('waiting', 'offered');
  IF its_place.id IS NOT NULL AND (p_guest IS NULL OR its_place.guest_key = p_guest) THEN
    RETURN 'waits';
  END IF;

  -- A ticket, or what this person, or this browser, is about to buy.
  SELECT * INTO its_order FROM orders mine
  WHERE mine.event_id = p_event AND mine.status IN ('pending', 'paid')
    AND (mine.holder_key = person_holder(p_account) OR mine.holder_key = open_holder(p_account, p_guest))
  ORDER BY mine.status = 'paid' DESC LIMIT 1;
  IF its_order.id IS NOT NULL AND (p_guest IS NULL OR its_order.guest_key = p_guest) THEN
    RETURN CASE its_order.status WHEN 'paid' THEN 'already_has_ticket' ELSE 'seat_held' END;
  END IF;

  -- From here on nobody learns anything about an address that was only typed.
  IF the_event.held + the_event.sold < seats_for_sale(the_event) THEN
    RETURN 'seats_left';
  ELSIF p_address IS NOT NULL AND p_address_max <= (
    SELECT count(*) FROM waitlist_place place
    WHERE place.event_id = p_event AND place.address = p_address AND place.status IN ('waiting', 'offered'))
  THEN
    RETURN 'too_many_waiting';
  ELSIF its_place.id IS NOT NULL THEN
    RETURN 'waits_elsewhere';
  ELSIF its_order.id IS NOT NULL THEN
    RETURN 'address_has_ticket';
  END IF;

  IF NOT the_event.opening_ticketing AND NOT EXISTS (
    SELECT 1 FROM holder_proof proof
    WHERE proof.event_id = p_event AND proof.account_id = p_account
      AND proof.proven_at > app_now() - p_proof_ms * interval '1 ms') THEN
    RETURN 'waitlist_needs_proof';
  END IF;

  INSERT INTO waitlist_place (event_id, account_id, guest_key, address)
  VALUES (p_event, p_account, p_guest, CASE WHEN p_guest IS NOT NULL THEN p_address END);
  UPDATE event SET waiting = waiting + 1 WHERE id = p_event;
  -- People with a session see their place on a page. A guest gets it by email, once per event.
  INSERT INTO outbox (dedupe_key, topic, payload)
  SELECT 'waitlist-joined:' || p_event || ':' || p_account, 'WaitlistJoined',
    jsonb_build_object('eventUuid', p_event, 'accountId', p_account)
  WHERE p_guest IS NOT NULL
  ON CONFLICT (dedupe_key) DO NOTHING;
  RETURN 'joined';
END $$;
