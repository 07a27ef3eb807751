-- The card sandbox charges cards, many at a time, once per payment id, as a provider's idempotency key does.
--
-- Takes: the charges as a JSON array of: n, ref, payment, amount, currency, card, method, status, failure,
-- return_url, description.
-- Answers the row of each payment in the order of n: the one made now, or the one made before.
--
-- Locks nothing but the rows it writes.
CREATE OR REPLACE FUNCTION sandbox_charge(p_rows json)
RETURNS SETOF sandbox_intent
LANGUAGE plpgsql
-- Planned once and always by key: a plan made while a table was nearly empty would read all of it later.
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
AS $$
BEGIN
  WITH made AS (
    INSERT INTO sandbox_intent (
      ref, payment_id, amount_minor, currency, status, card, method,
      failure, capture_ref,
      return_url, description)
    SELECT
      charge.ref, charge.payment, charge.amount, charge.currency, charge.status, charge.card, charge.method,
      charge.failure, CASE charge.status WHEN 'succeeded' THEN 'ch_sb_' || substr(charge.ref, 7) END,
      charge.return_url, charge.description
    FROM json_to_recordset(p_rows) AS charge(
      ref text, payment text, amount bigint, currency text, card text, method text, status text,
      failure text, return_url text, description text)
    ON CONFLICT (payment_id) DO NOTHING
    RETURNING *
  ),
  -- Each webhook comes twice: after 2 s and after 7 s.
  told AS (
    INSERT INTO sandbox_webhook (event_id, type, object_ref, due_at)
    SELECT
      'evt_sb_' || md5('payment_intent.succeeded' || intent.ref),
      'payment_intent.succeeded',
      intent.ref,
      app_now() + make_interval(secs => wait)
    FROM made intent
    CROSS JOIN unnest(ARRAY[2, 7]) AS wait
    WHERE intent.status = 'succeeded'
  ),
  -- The bank of this test card disputes what it has just paid.
  disputed AS (
    INSERT INTO sandbox_dispute (
      ref, provider, capture_ref, amount_minor, currency, status, reason, costs_minor, evidence_due_at)
    SELECT
      'dp_sb_' || substr(intent.ref, 7), 'sandbox_card', intent.capture_ref, intent.amount_minor, intent.currency,
      'open', 'fraudulent', 1500, app_now() + interval '7 days'
    FROM made intent
    WHERE intent.card = 'createDispute' AND intent.status = 'succeeded'
    RETURNING ref
  ),
  disputes_told AS (
    INSERT INTO sandbox_webhook (event_id, type, object_ref, due_at)
    SELECT
      'evt_sb_' || md5('charge.dispute.created' || dispute.ref), 'charge.dispute.created', dispute.ref,
      app_now() + make_interval(secs => wait)
    FROM disputed dispute
    CROSS JOIN unnest(ARRAY[3, 8]) AS wait
  )
  INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
  SELECT 'sandbox_card', intent.capture_ref, 'capture', intent.amount_minor, intent.currency, 'succeeded'
  FROM made intent
  WHERE intent.status = 'succeeded';

  -- OFFSET 0 makes PostgreSQL find each row by its payment.
  RETURN QUERY
  SELECT intent.*
  FROM json_to_recordset(p_rows) AS charge(n int, payment text)
  CROSS JOIN LATERAL (
    SELECT known.* FROM sandbox_intent known WHERE known.payment_id = charge.payment OFFSET 0) intent
  ORDER BY charge.n;
END $$;
