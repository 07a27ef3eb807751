-- As before; what was charged is looked up by its payment. Planned while the books were nearly empty, it went through all charges there
-- ever were for each batch.
CREATE OR REPLACE FUNCTION sandbox_charge(p_rows json) RETURNS SETOF sandbox_intent LANGUAGE plpgsql AS $$
BEGIN
  WITH made AS (
    INSERT INTO sandbox_intent (ref, payment_id, amount_minor, currency, status, card, method, failure, capture_ref, return_url, description)
    SELECT r.ref, r.payment, r.amount, r.currency, r.status, r.card, r.method, r.failure,
      CASE r.status WHEN 'succeeded' THEN 'ch_sb_' || substr(r.ref, 7) END, r.return_url, r.description
    FROM json_to_recordset(p_rows) AS r(ref text, payment text, amount bigint, currency text, card text, method text, status text,
      failure text, return_url text, description text)
    ON CONFLICT (payment_id) DO NOTHING RETURNING *
  ), told AS (
    INSERT INTO sandbox_webhook (event_id, type, object_ref, due_at)
    SELECT 'evt_sb_' || md5('payment_intent.succeeded' || m.ref), 'payment_intent.succeeded', m.ref, app_now() + make_interval(secs => wait)
    FROM made m CROSS JOIN unnest(ARRAY[2, 7]) AS wait WHERE m.status = 'succeeded'
  )
  INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
  SELECT 'sandbox_card', m.capture_ref, 'capture', m.amount_minor, m.currency, 'succeeded' FROM made m WHERE m.status = 'succeeded';
  RETURN QUERY SELECT i.* FROM json_to_recordset(p_rows) AS r(n int, payment text) CROSS JOIN LATERAL (
    SELECT x.* FROM sandbox_intent x WHERE x.payment_id = r.payment OFFSET 0) i ORDER BY r.n;
END $$;
ALTER FUNCTION sandbox_charge(json) SET plan_cache_mode = force_generic_plan SET enable_seqscan = off;
