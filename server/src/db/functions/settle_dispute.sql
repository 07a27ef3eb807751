-- Writes down what a provider says of a dispute now. Webhook and job end here, so the same may be said any number of
-- times; the provider's books are the truth, whichever way they go.
--
-- A dispute takes the ticket and the host's part at once, and ends refunds that nobody has asked the provider for.
-- Those that may be on their way are ended by the worker that finds that the provider has not made them. Won, the
-- ticket lives again where there is a seat for it; where there is none, or the event was cancelled, or its holder has
-- another one by now, the buyer is refunded. Lost, the order is charged back.
--
-- Takes: the payment; the provider's name for the dispute; the version of it that was known when the provider was
-- asked (0: none); status, amount, currency, costs, reason and the day until which evidence is taken; after how many
-- seconds a refund that was claimed before may be looked at.
-- Answers:
--   superseded   it has changed since: ask the provider again
--   unknown      no money of this payment was taken, or of another currency
--   already      nothing changed
--   opened, won, lost, changed
--
-- Locks: the event, the order, the payment, the refunds, the dispute, the ticket.
CREATE OR REPLACE FUNCTION settle_dispute(
  p_payment uuid, p_ref text, p_version int, p_status dispute_status, p_amount bigint, p_currency text, p_costs bigint,
  p_reason text, p_due timestamptz, p_claim_seconds int)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  the_order orders;
  the_payment payment;
  was dispute;
  verdict text;
BEGIN
  SELECT o.* INTO the_order FROM orders o JOIN payment p ON p.order_id = o.id WHERE p.id = p_payment;
  PERFORM 1 FROM event WHERE id = the_order.event_id FOR UPDATE;
  SELECT * INTO the_order FROM orders WHERE id = the_order.id FOR UPDATE;
  SELECT * INTO the_payment FROM payment WHERE id = p_payment FOR UPDATE;
  IF the_payment.status IS DISTINCT FROM 'succeeded' OR the_payment.currency <> p_currency THEN
    RETURN 'unknown';
  END IF;
  SELECT * INTO was FROM dispute WHERE provider = the_payment.provider AND provider_ref = p_ref FOR UPDATE;
  IF coalesce(was.version, 0) <> p_version THEN
    RETURN 'superseded';
  END IF;

  IF was.id IS NULL THEN
    INSERT INTO dispute (id, payment_id, provider, provider_ref, status, amount_minor, reason)
    VALUES (gen_random_uuid(), p_payment, the_payment.provider, p_ref, 'won', 0, p_reason)
    RETURNING * INTO was;
    verdict := CASE p_status WHEN 'open' THEN 'opened' ELSE p_status::text END;
  ELSE
    verdict := CASE
      WHEN (was.status, was.amount_minor, was.costs_minor) = (p_status, p_amount, p_costs) THEN 'already'
      WHEN was.status = p_status THEN 'changed'
      WHEN p_status = 'open' THEN 'opened'
      ELSE p_status::text END;
  END IF;
  UPDATE dispute SET reason = p_reason, evidence_due_at = p_due, looked_at = app_now() WHERE id = was.id;
  IF verdict = 'already' THEN
    RETURN verdict;
  END IF;

  INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
  VALUES (the_payment.provider, p_ref, 'dispute', p_amount, p_currency, p_status::text)
  ON CONFLICT (provider, ref) DO UPDATE SET amount_minor = excluded.amount_minor, status = excluded.status;
  PERFORM split_dispute(was, p_status, p_amount, p_costs, the_payment, the_order);
  IF p_status <> 'won' THEN
    PERFORM end_refund(waiting.id, 0) FROM refund waiting
    WHERE waiting.payment_id = p_payment AND waiting.status = 'requested' AND waiting.attempts = 0;
    UPDATE refund
    SET next_at = least(next_at, app_now() + p_claim_seconds * interval '1 s')
    WHERE payment_id = p_payment AND status IN ('requested', 'pending');
  END IF;
  PERFORM stand_disputed(the_payment.id, was.id);

  IF verdict <> 'changed' THEN
    INSERT INTO outbox (dedupe_key, topic, payload)
    VALUES (
      'dispute:' || was.id || ':' || was.version + 1,
      CASE verdict WHEN 'opened' THEN 'DisputeOpened' ELSE 'DisputeDecided' END,
      jsonb_build_object('disputeId', was.id)
        || CASE verdict WHEN 'opened' THEN '{}' ELSE jsonb_build_object('status', verdict) END);
  END IF;
  RETURN verdict;
END $$;
