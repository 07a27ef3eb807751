-- Gives back the seats of all orders of one event whose hold is over.
--
-- Takes: the event. Answers how many seats it freed.
--
-- Locks: the event, then the orders in the order of their ids.
CREATE OR REPLACE FUNCTION expire_holds(p_event uuid)
RETURNS int
LANGUAGE plpgsql
AS $$
DECLARE
  freed int;
BEGIN
  PERFORM 1 FROM event WHERE id = p_event FOR UPDATE;

  WITH due AS (
    SELECT id FROM orders
    WHERE event_id = p_event AND status = 'pending' AND hold_expires_at <= app_now()
    ORDER BY id FOR UPDATE
  ),
  gone AS (
    UPDATE orders lapsed
    SET status = 'expired'
    FROM due
    WHERE lapsed.id = due.id AND lapsed.status = 'pending'
    RETURNING 1
  )
  SELECT count(*) INTO freed FROM gone;

  IF freed > 0 THEN
    UPDATE event SET held = held - freed, version = version + 1 WHERE id = p_event;
  END IF;
  RETURN freed;
END $$;
