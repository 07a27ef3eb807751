-- Whether this payment is the one that paid its order. One that came too late, or was the second, is refunded whole and
-- does not count in what the order says of itself. All that asks for the payment of a sale asks here; sale_payment
-- tells two apart that were settled together.
--
-- Takes: the payment's row; its order's row. Locks nothing.
CREATE OR REPLACE FUNCTION paid_its_order(p_payment payment, p_order orders)
RETURNS boolean
LANGUAGE sql
IMMUTABLE
AS $$
  SELECT coalesce(p_payment.status = 'succeeded' AND p_payment.settled_at = p_order.paid_at, false)
$$;
