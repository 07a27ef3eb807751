-- What is left of a payment, in its parts of price and fee: captured, less what was asked back, less what other
-- disputes hold or took.
--
-- Takes: the payment's row; its order's row; the dispute that does not count, or null.
-- Locks nothing. The caller holds the order and the payment.
CREATE OR REPLACE FUNCTION dispute_left(
  p_payment payment, p_order orders, p_but uuid, OUT price bigint, OUT fee bigint)
LANGUAGE sql
STABLE
AS $$
  SELECT
    p_order.price_minor - p_order.discount_minor - back.price - held.price,
    p_payment.amount_minor - (p_order.price_minor - p_order.discount_minor) - back.fee - held.fee
  FROM
    (SELECT coalesce(sum(r.price_minor), 0)::bigint price, coalesce(sum(r.fee_minor), 0)::bigint fee
      FROM refund r WHERE r.payment_id = p_payment.id AND r.status <> 'failed') back,
    (SELECT coalesce(sum(d.price_minor), 0)::bigint price, coalesce(sum(d.fee_minor), 0)::bigint fee
      FROM dispute d
      WHERE d.payment_id = p_payment.id AND d.status <> 'won' AND d.id IS DISTINCT FROM p_but) held
$$;
