-- Gives a part of a paid order back, or all that is left of it. A part leaves the ticket; with all of it the ticket is
-- void and the seat is free (refund_orders).
--
-- Takes: the order; the reason; the parts of price and fee; or the amount of both, taken from the price first, with
-- p_price null.
-- Answers the refund's id, or null where the order is not paid or not so much is left of it.
--
-- Locks: the event, the order, the payment.
CREATE OR REPLACE FUNCTION refund_part(p_order uuid, p_reason text, p_price bigint, p_fee bigint, p_amount bigint)
RETURNS uuid
LANGUAGE plpgsql
AS $$
DECLARE
  the_order orders;
  the_payment payment;
  there record;
  price bigint;
  fee bigint;
BEGIN
  SELECT * INTO the_order FROM orders WHERE id = p_order;
  PERFORM 1 FROM event WHERE id = the_order.event_id FOR UPDATE;
  SELECT * INTO the_order FROM orders WHERE id = p_order AND status = 'paid' FOR UPDATE;
  SELECT p.* INTO the_payment FROM payment p
  WHERE p.order_id = the_order.id AND paid_its_order(p, the_order)
  FOR UPDATE;
  IF the_payment.id IS NULL THEN
    RETURN NULL;
  END IF;
  there := dispute_left(the_payment, the_order, NULL);
  price := coalesce(p_price, least(p_amount, there.price));
  fee := coalesce(p_fee, p_amount - price);
  IF price < 0 OR fee < 0 OR price + fee = 0 OR price > there.price OR fee > there.fee THEN
    RETURN NULL;
  END IF;

  IF (price, fee) = (there.price, there.fee) THEN
    PERFORM refund_orders(the_order.event_id, p_reason, ARRAY[the_order.id], 1);
    RETURN (
      SELECT r.id FROM refund r WHERE r.payment_id = the_payment.id ORDER BY r.created_at DESC, r.id DESC LIMIT 1);
  END IF;
  UPDATE orders
  SET refunded_price_minor = refunded_price_minor + price, refunded_fee_minor = refunded_fee_minor + fee
  WHERE id = the_order.id;
  RETURN open_refund(the_payment, the_order, p_reason, price, fee);
END $$;
