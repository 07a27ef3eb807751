-- The payment that an order was paid with. Others may have taken money of it as well, too late or twice: theirs goes
-- back whole and is no part of the sale. Two that are settled together have the same time: the one that is given back
-- as paid twice is not the sale's.
--
-- Takes: the order's row. Answers the payment's id; null for an order that was never paid.
--
-- Locks nothing.
CREATE OR REPLACE FUNCTION sale_payment(p_order orders)
RETURNS uuid
LANGUAGE sql
STABLE
AS $$
  SELECT paid.id FROM payment paid
  WHERE paid.order_id = p_order.id AND paid_its_order(paid, p_order)
  ORDER BY
    EXISTS (SELECT 1 FROM refund given WHERE given.payment_id = paid.id AND given.reason = 'paid_twice'), paid.id
  LIMIT 1
$$;
