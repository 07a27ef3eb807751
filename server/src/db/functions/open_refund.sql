-- Puts the refund of a captured payment on its way: its row, its ledger posting and the fact RefundRequested.
--
-- Takes: the payment's row; its order's row; the reason. Answers the refund's id.
--
-- Locks nothing of its own. The caller holds the event, the order and the payment.
CREATE OR REPLACE FUNCTION open_refund(p_payment payment, p_order orders, p_reason text)
RETURNS uuid
LANGUAGE plpgsql
AS $$
DECLARE
  refund_id uuid := gen_random_uuid();
  price bigint := p_order.price_minor - p_order.discount_minor;
BEGIN
  INSERT INTO refund (id, payment_id, reason, amount_minor, status)
  VALUES (refund_id, p_payment.id, p_reason, p_payment.amount_minor, 'requested');

  PERFORM ledger_post(
    'refund_request', 'refund_request:' || refund_id, p_order.id, p_payment.currency, json_build_array(
      json_build_array('host_escrow', p_order.event_id, price),
      json_build_array('fee_deferred', p_order.event_id, p_payment.amount_minor - price),
      json_build_array('refund_clearing', '', -p_payment.amount_minor)));

  INSERT INTO outbox (dedupe_key, topic, payload)
  VALUES ('refund_request:' || refund_id, 'RefundRequested', jsonb_build_object('refundId', refund_id));
  RETURN refund_id;
END $$;
