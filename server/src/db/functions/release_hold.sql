-- Gives the seat of an unpaid order back because its holder wants so.
--
-- Takes: the order. Answers whether it held a seat that is free now; false also while a payment of it is under way: a
-- payment that began while this call waited for the event keeps the seat.
--
-- Locks: the event, then the order (by its UPDATE).
CREATE OR REPLACE FUNCTION release_hold(p_order uuid)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  its_event uuid;
BEGIN
  SELECT event_id INTO its_event FROM orders WHERE id = p_order;
  PERFORM 1 FROM event WHERE id = its_event FOR UPDATE;

  UPDATE orders
  SET status = 'cancelled'
  WHERE id = p_order AND status = 'pending'
    AND NOT EXISTS (
      SELECT 1 FROM payment attempt
      WHERE attempt.order_id = p_order AND attempt.status IN ('creating', 'requires_action', 'processing'));
  IF NOT FOUND THEN
    RETURN false;
  END IF;

  UPDATE event SET held = held - 1, version = version + 1 WHERE id = its_event;
  RETURN true;
END $$;
