-- Lets go of every unpaid seat of a cancelled event.
--
-- Takes: the event. Answers how many seats it freed.
--
-- Locks: the event, then the orders (by their UPDATE).
CREATE OR REPLACE FUNCTION cancel_holds(p_event uuid)
RETURNS int
LANGUAGE plpgsql
AS $$
DECLARE
  freed int;
BEGIN
  PERFORM 1 FROM event WHERE id = p_event FOR UPDATE;

  WITH gone AS (
    UPDATE orders SET status = 'cancelled' WHERE event_id = p_event AND status = 'pending' RETURNING 1
  )
  SELECT count(*) INTO freed FROM gone;

  IF freed > 0 THEN
    UPDATE event SET held = held - freed, version = version + 1 WHERE id = p_event;
  END IF;
  RETURN freed;
END $$;
