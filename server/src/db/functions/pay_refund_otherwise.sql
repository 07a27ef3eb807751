-- A refund that was given up was paid in another way: its money left the bank, not the provider.
--
-- Takes: the refund; the reference of the payment.
-- Answers whether it was booked now; false: nobody has given it up.
--
-- Locks: the order, the payment, the refund.
CREATE OR REPLACE FUNCTION pay_refund_otherwise(p_refund uuid, p_reference text)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  the_refund refund;
  the_payment payment;
  the_order orders;
BEGIN
  SELECT * INTO the_order FROM orders
  WHERE id = (SELECT p.order_id FROM refund r JOIN payment p ON p.id = r.payment_id WHERE r.id = p_refund)
  FOR UPDATE;
  SELECT * INTO the_payment FROM payment
  WHERE id = (SELECT r.payment_id FROM refund r WHERE r.id = p_refund)
  FOR UPDATE;
  SELECT * INTO the_refund FROM refund
  WHERE id = p_refund AND status IN ('requested', 'pending') AND next_at = 'infinity'
  FOR UPDATE;
  IF the_refund.id IS NULL THEN
    RETURN false;
  END IF;
  UPDATE refund SET status = 'succeeded', provider_ref = NULL, paid_otherwise = p_reference WHERE id = p_refund;
  PERFORM ledger_post(
    'refund', refund_key(the_refund), the_order.id, the_payment.currency, json_build_array(
      json_build_array('refund_clearing', '', the_refund.amount_minor),
      json_build_array('bank', '', -the_refund.amount_minor)));
  UPDATE orders SET status = 'refunded'
  WHERE id = the_order.id AND status = 'refunding' AND NOT EXISTS (
    SELECT 1 FROM refund other
    WHERE other.payment_id = the_payment.id AND other.status IN ('requested', 'pending'));
  INSERT INTO outbox (dedupe_key, topic, payload)
  VALUES (
    'refund:' || the_refund.id, 'RefundSucceeded',
    jsonb_build_object(
      'refundId', the_refund.id, 'orderId', the_order.id, 'eventUuid', the_order.event_id,
      'userId', the_order.buyer_id))
  ON CONFLICT (dedupe_key) DO NOTHING;
  RETURN true;
END $$;
