-- The payment that the rest of an order is refunded from: one of the whole total of which something is left, or of
-- nothing at all. Money that came twice has gone back whole.
--
-- Takes: the order's row. Answers the payment's row; nulls where there is none.
--
-- Locks: the payment. The caller holds the order.
CREATE OR REPLACE FUNCTION payment_to_refund(p_order orders)
RETURNS payment
LANGUAGE sql
AS $$
  SELECT its.* FROM payment its
  WHERE its.order_id = p_order.id AND its.status = 'succeeded' AND its.amount_minor = p_order.total_minor
    AND (its.amount_minor = 0 OR its.amount_minor > (
      SELECT coalesce(sum(given.amount_minor), 0) FROM refund given
      WHERE given.payment_id = its.id AND given.status <> 'failed'))
  FOR UPDATE
$$;
