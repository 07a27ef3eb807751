-- Writes down what the provider said about a refund, once. A definite refusal of the provider is counted, so that the
-- next attempt gets a new provider key; after p_failures_max of them the refund is given up, and a person has to look.
-- Only the worker that holds the present claim may say anything but "succeeded": one that was slow must not set off a
-- second key. The buyer is notified of the first success only.
--
-- Takes: the refund; the number of the attempt (the claim); what the provider said ('succeeded', 'pending' or
-- 'failed'); the provider's name for the refund; after how many seconds to ask again; how many refusals there may be.
-- Answers:
--   already      the refund had succeeded before
--   superseded   another worker has the claim now, or the provider took this very refund back since
--   else the status that was passed in
--
-- Locks: the order, the payment, the refund.
CREATE OR REPLACE FUNCTION settle_refund(p_refund uuid, p_attempt int, p_status text, p_ref text, p_retry_seconds int,
  p_failures_max int)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  the_refund refund;
  the_payment payment;
  the_order orders;
BEGIN
  SELECT * INTO the_order FROM orders
  WHERE id = (
    SELECT paid.order_id FROM refund its JOIN payment paid ON paid.id = its.payment_id WHERE its.id = p_refund)
  FOR UPDATE;
  SELECT * INTO the_payment FROM payment
  WHERE id = (SELECT its.payment_id FROM refund its WHERE its.id = p_refund)
  FOR UPDATE;
  SELECT * INTO the_refund FROM refund WHERE id = p_refund FOR UPDATE;

  IF the_refund.status = 'succeeded' THEN
    RETURN 'already';
  END IF;
  IF p_status <> 'succeeded' AND the_refund.attempts <> p_attempt
    OR EXISTS (
      SELECT 1 FROM provider_object mirrored
      WHERE mirrored.provider = the_payment.provider AND mirrored.ref = p_ref AND mirrored.status = 'failed')
  THEN
    RETURN 'superseded';
  END IF;

  IF p_status = 'succeeded' THEN
    UPDATE refund SET status = 'succeeded', provider_ref = p_ref WHERE id = p_refund;
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    VALUES (the_payment.provider, p_ref, 'refund', the_refund.amount_minor, the_payment.currency, 'succeeded')
    ON CONFLICT (provider, ref) DO UPDATE SET status = 'succeeded';
    PERFORM ledger_post(
      'refund', refund_key(the_refund), the_order.id, the_payment.currency, json_build_array(
        json_build_array('refund_clearing', '', the_refund.amount_minor),
        json_build_array('psp_clearing', the_payment.provider, -the_refund.amount_minor)));
    UPDATE orders SET status = 'refunded'
    WHERE id = the_order.id AND status = 'refunding' AND NOT EXISTS (
      SELECT 1 FROM refund other
      WHERE other.payment_id = the_payment.id AND other.status IN ('requested', 'pending'));
    IF the_refund.taken_back = 0 THEN
      INSERT INTO outbox (dedupe_key, topic, payload)
      VALUES (
        refund_key(the_refund),
        'RefundSucceeded',
        jsonb_build_object(
          'refundId', the_refund.id, 'orderId', the_order.id,
          'eventUuid', the_order.event_id, 'userId', the_order.buyer_id))
      ON CONFLICT (dedupe_key) DO NOTHING;
    END IF;
  ELSIF p_status = 'pending' THEN
    UPDATE refund
    SET status = 'pending', provider_ref = p_ref, next_at = app_now() + p_retry_seconds * interval '1 s'
    WHERE id = p_refund;
  ELSE
    UPDATE refund
    SET provider_ref = NULL, provider_failures = provider_failures + 1, status = 'requested',
      next_at = CASE
        WHEN provider_failures + 1 >= p_failures_max THEN 'infinity'
        ELSE app_now() + p_retry_seconds * interval '1 s' END
    WHERE id = p_refund;
    INSERT INTO refund_failure (refund_id, why)
    VALUES (
      p_refund,
      CASE WHEN the_refund.provider_failures + 1 >= p_failures_max THEN 'rejected_finally' ELSE 'rejected' END);
  END IF;
  RETURN p_status;
END $$;
