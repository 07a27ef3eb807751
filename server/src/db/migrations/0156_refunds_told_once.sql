-- A refund that comes back and is made again is told once, and is not made again without end.
DROP FUNCTION take_back_refund(uuid, text, int);

-- The provider's word on a refund, applied once. A definite "no" is counted so that the next try gets a new provider key. Only the
-- holder of the present claim (p_attempt) may say anything but "done": a worker that was slow must not set off a second key, nor say
-- that done is what was taken back since. The buyer is told of the first success only.
CREATE OR REPLACE FUNCTION settle_refund(p_refund uuid, p_attempt int, p_status text, p_ref text, p_retry_seconds int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  f refund;
  p payment;
  o orders;
BEGIN
  SELECT * INTO o FROM orders WHERE id = (SELECT y.order_id FROM refund x JOIN payment y ON y.id = x.payment_id WHERE x.id = p_refund) FOR UPDATE;
  SELECT * INTO p FROM payment WHERE id = (SELECT x.payment_id FROM refund x WHERE x.id = p_refund) FOR UPDATE;
  SELECT * INTO f FROM refund WHERE id = p_refund FOR UPDATE;
  IF f.status = 'succeeded' THEN RETURN 'already'; END IF;
  IF p_status <> 'succeeded' AND f.attempts <> p_attempt
    OR EXISTS (SELECT 1 FROM provider_object x WHERE x.provider = p.provider AND x.ref = p_ref AND x.status = 'failed') THEN
    RETURN 'superseded';
  END IF;
  IF p_status = 'succeeded' THEN
    UPDATE refund SET status = 'succeeded', provider_ref = p_ref WHERE id = p_refund;
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    VALUES (p.provider, p_ref, 'refund', f.amount_minor, p.currency, 'succeeded') ON CONFLICT (provider, ref) DO UPDATE SET status = 'succeeded';
    PERFORM ledger_post('refund', refund_key(f), o.id, p.currency, json_build_array(
      json_build_array('refund_clearing', '', f.amount_minor), json_build_array('psp_clearing', p.provider, -f.amount_minor)));
    UPDATE orders SET status = 'refunded' WHERE id = o.id AND status = 'refunding';
    IF f.taken_back = 0 THEN
      INSERT INTO outbox (dedupe_key, topic, payload) VALUES (refund_key(f), 'RefundSucceeded',
        jsonb_build_object('refundId', f.id, 'orderId', o.id, 'eventUuid', o.event_id, 'userId', o.buyer_id)) ON CONFLICT (dedupe_key) DO NOTHING;
    END IF;
  ELSIF p_status = 'pending' THEN
    UPDATE refund SET status = 'pending', provider_ref = p_ref, next_at = app_now() + p_retry_seconds * interval '1 s' WHERE id = p_refund;
  ELSE
    UPDATE refund SET provider_ref = NULL, provider_failures = provider_failures + 1, status = 'requested',
      next_at = app_now() + p_retry_seconds * interval '1 s' WHERE id = p_refund;
  END IF;
  RETURN p_status;
END $$;

-- The provider has the money of a refund again that had gone through: the books say so, and it is due anew under a new provider key;
-- at once the first time, after p_again_seconds from then on, p_again_max times in all. Then it stays due and is never asked for by
-- itself. The order stays refunded: its ticket is void, and the money is owed. Null where there is nothing to take back.
CREATE FUNCTION take_back_refund(p_payment uuid, p_ref text, p_again_seconds int, p_again_max int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  f refund;
  p payment;
  o orders;
BEGIN
  SELECT * INTO o FROM orders WHERE id = (SELECT y.order_id FROM payment y WHERE y.id = p_payment) FOR UPDATE;
  SELECT * INTO p FROM payment WHERE id = p_payment FOR UPDATE;
  SELECT * INTO f FROM refund WHERE payment_id = p_payment AND provider_ref = p_ref AND status = 'succeeded' FOR UPDATE;
  IF f.id IS NULL THEN RETURN NULL; END IF;
  UPDATE refund SET status = 'requested', provider_ref = NULL, provider_failures = provider_failures + 1, taken_back = taken_back + 1,
    next_at = CASE WHEN taken_back >= p_again_max THEN 'infinity'
      ELSE app_now() + CASE WHEN taken_back > 0 THEN p_again_seconds ELSE 0 END * interval '1 s' END
  WHERE id = f.id;
  UPDATE provider_object SET status = 'failed' WHERE provider = p.provider AND ref = p_ref;
  PERFORM ledger_post('refund_reversal', 'refund_reversal:' || f.id || ':' || f.taken_back + 1, o.id, p.currency, json_build_array(
    json_build_array('refund_clearing', '', -f.amount_minor), json_build_array('psp_clearing', p.provider, f.amount_minor)));
  RETURN CASE WHEN f.taken_back >= p_again_max THEN 'given_up' ELSE 'due' END;
END $$;
