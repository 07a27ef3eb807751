-- Puts a refund on its way: its row, its ledger posting and the fact RefundRequested. The price comes out of what the
-- host got for it: the event's escrow, or the host's payable balance where the event's release took this payment
-- along; the balance may become negative by it. The fee comes out of ours. Money that came after the release lies in
-- escrow and is refunded from there.
--
-- Takes: the payment's row; its order's row; the reason; the part of the price and the part of the fee that go back.
-- Answers the refund's id.
--
-- Takes no locks. The caller holds the event, the order and the payment, and counts the parts in the order
-- where it was paid.
CREATE OR REPLACE FUNCTION open_refund(
  p_payment payment, p_order orders, p_reason text, p_price bigint, p_fee bigint)
RETURNS uuid
LANGUAGE plpgsql
AS $$
DECLARE
  refund_id uuid := gen_random_uuid();
  host record := own_side('host', p_payment, p_order);
  fee record := own_side('fee', p_payment, p_order);
BEGIN
  INSERT INTO refund (id, payment_id, reason, amount_minor, price_minor, fee_minor, status)
  VALUES (refund_id, p_payment.id, p_reason, p_price + p_fee, p_price, p_fee, 'requested');

  PERFORM ledger_post(
    'refund_request', 'refund_request:' || refund_id, p_order.id, p_payment.currency, json_build_array(
      json_build_array(host.kind, host.owner, p_price),
      json_build_array(fee.kind, fee.owner, p_fee),
      json_build_array('refund_clearing', '', -(p_price + p_fee))));

  INSERT INTO outbox (dedupe_key, topic, payload)
  VALUES ('refund_request:' || refund_id, 'RefundRequested', jsonb_build_object('refundId', refund_id));
  RETURN refund_id;
END $$;
