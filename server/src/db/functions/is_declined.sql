-- Whether a payment of this order was declined and none is under way.
--
-- Takes: the order. Locks nothing.
CREATE OR REPLACE FUNCTION is_declined(p_order uuid)
RETURNS boolean
LANGUAGE sql
STABLE
AS $$
  SELECT
    EXISTS (SELECT 1 FROM payment attempt WHERE attempt.order_id = p_order AND attempt.status = 'failed')
    AND NOT EXISTS (
      SELECT 1 FROM payment attempt
      WHERE attempt.order_id = p_order AND attempt.status IN ('creating', 'requires_action', 'processing'))
$$;
