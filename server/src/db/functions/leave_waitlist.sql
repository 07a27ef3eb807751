-- Takes a person off an event's waitlist. A seat that was offered is free for the next in line.
--
-- Takes: the event; the account.
-- Answers: left; not_waiting (there was no place); paying (a payment of the offer is under way).
--
-- Locks: the event, the order of an offer, the place (by their UPDATEs).
CREATE OR REPLACE FUNCTION leave_waitlist(p_event uuid, p_account bigint)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  its_place waitlist_place;
BEGIN
  PERFORM 1 FROM event WHERE id = p_event FOR UPDATE;
  SELECT * INTO its_place FROM waitlist_place place
  WHERE place.event_id = p_event AND place.account_id = p_account AND place.status IN ('waiting', 'offered');

  IF its_place.id IS NULL THEN
    RETURN 'not_waiting';
  ELSIF its_place.status = 'offered' THEN
    -- The place follows its order.
    RETURN CASE WHEN release_hold(its_place.order_id) THEN 'left' ELSE 'paying' END;
  END IF;
  UPDATE waitlist_place SET status = 'left', ended_at = app_now() WHERE id = its_place.id AND status = 'waiting';
  -- Where the last one leaves, seats that are free are everybody's: the page shows them.
  UPDATE event SET waiting = waiting - 1, version = version + CASE waiting WHEN 1 THEN 1 ELSE 0 END WHERE id = p_event;
  RETURN 'left';
END $$;
