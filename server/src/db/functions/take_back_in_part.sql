-- Takes one ticket back and returns the named parts of what was paid; the host keeps the rest. An order of which
-- nothing is due counts as refunded immediately.
--
-- Takes: the order; the reason; the part of the price and the part of the fee that go back.
-- Answers whether it took the ticket: false where the order is not paid.
--
-- Locks: the event, the order, its payment.
CREATE OR REPLACE FUNCTION take_back_in_part(p_order uuid, p_reason text, p_price bigint, p_fee bigint)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  the_order orders;
  the_payment payment;
BEGIN
  PERFORM 1 FROM event WHERE id = (SELECT its.event_id FROM orders its WHERE its.id = p_order) FOR UPDATE;
  SELECT * INTO the_order FROM orders WHERE id = p_order AND status = 'paid' FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  the_payment := payment_to_refund(the_order);
  UPDATE ticket SET voided_at = app_now() WHERE order_id = p_order AND voided_at IS NULL;
  UPDATE orders
  SET status = 'refunding',
    refunded_price_minor = refunded_price_minor + p_price,
    refunded_fee_minor = refunded_fee_minor + p_fee
  WHERE id = p_order AND status = 'paid';
  IF p_price + p_fee > 0 THEN
    PERFORM open_refund(the_payment, the_order, p_reason, p_price, p_fee);
  ELSE
    UPDATE orders SET status = 'refunded' WHERE id = p_order AND status = 'refunding';
  END IF;
  UPDATE event SET sold = sold - 1, version = version + 1 WHERE id = the_order.event_id;
  RETURN true;
END $$;
