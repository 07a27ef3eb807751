-- Releases the seats that an unpaid pass holds.
--
-- Takes: the purchase. Answers whether it held seats that are free now; false also while a payment of it is under way.
--
-- Locks: the events, then the orders, each in the order of their ids.
CREATE OR REPLACE FUNCTION release_pass(p_purchase uuid)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  freed uuid[];
BEGIN
  PERFORM 1 FROM event
  WHERE id IN (SELECT o.event_id FROM orders o WHERE o.pass_purchase_id = p_purchase)
  ORDER BY id FOR UPDATE;
  PERFORM 1 FROM orders WHERE pass_purchase_id = p_purchase ORDER BY id FOR UPDATE;
  IF EXISTS (
    SELECT 1 FROM pass_payment attempt
    WHERE attempt.purchase_id = p_purchase AND attempt.status IN ('creating', 'requires_action', 'processing'))
  THEN
    RETURN false;
  END IF;

  WITH gone AS (
    UPDATE orders SET status = 'cancelled' WHERE pass_purchase_id = p_purchase AND status = 'pending'
    RETURNING event_id
  )
  SELECT array_agg(event_id) INTO freed FROM gone;
  UPDATE event SET held = held - 1, version = version + 1 WHERE id = ANY (freed);
  RETURN freed IS NOT NULL;
END $$;
