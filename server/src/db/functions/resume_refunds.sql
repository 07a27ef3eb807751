-- A payment is not disputed any more: refunds that ended because it was are due again.
--
-- Takes: the payment's row; its order's row. Answers the order's row as it is afterwards.
--
-- Locks: the refunds. The caller holds the event, the order and the payment.
CREATE OR REPLACE FUNCTION resume_refunds(p_payment payment, p_order orders)
RETURNS orders
LANGUAGE plpgsql
AS $$
DECLARE
  the_refund refund;
  there record;
  host record := own_side('host', p_payment, p_order);
  fee record := own_side('fee', p_payment, p_order);
BEGIN
  FOR the_refund IN
    SELECT * FROM refund ended WHERE ended.payment_id = p_payment.id AND ended.status = 'failed'
    ORDER BY ended.created_at, ended.id FOR UPDATE
  LOOP
    there := dispute_left(p_payment, p_order, NULL);
    CONTINUE WHEN there.price < the_refund.price_minor OR there.fee < the_refund.fee_minor;
    -- A new key for the provider: it may have said no to the old one because of the dispute.
    UPDATE refund
    SET status = 'requested', attempts = attempts + 1, provider_failures = provider_failures + 1, next_at = app_now()
    WHERE id = the_refund.id
    RETURNING * INTO the_refund;
    IF paid_its_order(p_payment, p_order) THEN
      UPDATE orders
      SET refunded_price_minor = refunded_price_minor + the_refund.price_minor,
        refunded_fee_minor = refunded_fee_minor + the_refund.fee_minor
      WHERE id = p_order.id
      RETURNING * INTO p_order;
    END IF;
    PERFORM ledger_post(
      'refund_resumed', 'refund_resumed:' || the_refund.id || ':' || the_refund.attempts, p_order.id,
      p_payment.currency, json_build_array(
        json_build_array(host.kind, host.owner, the_refund.price_minor),
        json_build_array(fee.kind, fee.owner, the_refund.fee_minor),
        json_build_array('refund_clearing', '', -the_refund.amount_minor)));
    INSERT INTO outbox (dedupe_key, topic, payload)
    VALUES (
      'refund_request:' || the_refund.id || ':' || the_refund.attempts, 'RefundRequested',
      jsonb_build_object('refundId', the_refund.id));
  END LOOP;
  RETURN p_order;
END $$;
