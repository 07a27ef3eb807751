-- A rush of card payments in the sandbox: one statement for all that came together. One by one, each looked for its payment through all
-- there were: planned while the table was empty, and not again before statistics came.
CREATE FUNCTION sandbox_charge(p_rows json) RETURNS SETOF sandbox_intent LANGUAGE plpgsql AS $$
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
  RETURN QUERY SELECT i.* FROM json_to_recordset(p_rows) AS r(n int, payment text) JOIN sandbox_intent i ON i.payment_id = r.payment ORDER BY r.n;
END $$;
DROP FUNCTION sandbox_charge(text, text, bigint, text, text, text, text, text, text, text);
ALTER FUNCTION sandbox_charge(json) SET plan_cache_mode = force_generic_plan SET enable_seqscan = off;

-- As before; text of a number is the same for ever, so that the statement that asks takes it in.
CREATE OR REPLACE FUNCTION open_holder(p_buyer bigint, p_guest text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_guest IS NULL THEN 'u:' || p_buyer::text ELSE 'g:' || p_buyer::text || ':' || p_guest END
$$;

-- As before; earlier attempts are part of the statement, and whether an order is being paid is looked up by the order: each hold of a
-- rush went through all charges under way.
CREATE OR REPLACE FUNCTION hold_seats(p_event uuid, p_rows json, p_hold_ms int, p_guest_share numeric, p_address_max int,
  p_attempts_max int, p_attempts_ms int)
RETURNS TABLE (n int, verdict text, order_id uuid, payment_id uuid, expires timestamptz, at timestamptz) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  e event;
  refusal text;
  free int;
  guests_max int;
BEGIN
  SELECT * INTO e FROM event WHERE id = p_event FOR UPDATE;
  refusal := CASE WHEN e.id IS NULL THEN 'event_not_found' ELSE sale_refusal(e) END;
  free := e.capacity - e.held - e.sold;
  guests_max := greatest(1, floor(e.capacity * p_guest_share));
  RETURN QUERY
  WITH asked AS (
    SELECT r.*, open_holder(r.buyer, r.guest) AS holder, row_number() OVER (PARTITION BY r.buyer, r.guest ORDER BY r.n) AS turn
    FROM json_to_recordset(p_rows) AS r(n int, order_id uuid, payment_id uuid, provider text, buyer bigint, email text, guest text, kind smallint,
      price bigint, discount bigint, percent int, reprice boolean, fee bigint, min_fee bigint, fee_bp int, currency text, address text)
  ), known AS (
    SELECT a.*, o.id AS open_id, o.status AS open_status, o.total_minor AS open_total, o.currency AS open_currency,
      o.hold_expires_at AS open_expires, o.hold_expires_at <= app_now() AS lapsed, o.promo AS open_promo,
      a.guest IS NOT NULL AND o.guest_key IS DISTINCT FROM a.guest AS elsewhere,
      EXISTS (SELECT 1 FROM (SELECT y.status FROM payment y WHERE y.order_id = o.id OFFSET 0) y
        WHERE y.status IN ('creating', 'requires_action', 'processing')) AS paying
    FROM asked a LEFT JOIN LATERAL (
      SELECT y.* FROM (
        SELECT x.* FROM orders x WHERE x.event_id = p_event AND x.holder_key = 'u:' || a.buyer AND x.status IN ('pending', 'paid')
        UNION ALL
        SELECT x.* FROM orders x WHERE a.guest IS NOT NULL AND x.event_id = p_event AND x.holder_key = a.holder AND x.status IN ('pending', 'paid')
        UNION ALL
        SELECT x.* FROM orders x WHERE a.guest IS NOT NULL AND a.provider IS NOT NULL AND x.buyer_id = a.buyer AND x.event_id = p_event
          AND x.status = 'pending' AND x.hold_expires_at > app_now() AND x.guest_key <> a.guest AND is_declined(x.id)) y
      ORDER BY y.status = 'paid' DESC, y.holder_key = a.holder DESC LIMIT 1) o ON true
  ), judged AS (
    SELECT k.*, CASE
      WHEN refusal IS NOT NULL THEN refusal
      WHEN k.kind <> e.kind THEN 'ticket_type_wrong'
      WHEN k.buyer = e.host_id THEN 'own_event'
      WHEN k.open_status = 'paid' AND k.elsewhere THEN CASE WHEN free > 0 THEN 'ticket_elsewhere' ELSE 'full_elsewhere' END
      WHEN k.open_status = 'paid' THEN 'already_has_ticket'
      WHEN k.turn > 1 THEN 'again'
      WHEN k.open_status = 'pending' AND k.lapsed THEN 'lapsed'
      WHEN k.open_status = 'pending' AND k.elsewhere THEN 'afresh'
      WHEN k.open_status = 'pending' AND k.reprice AND k.open_promo <> (k.percent > 0)
        THEN CASE WHEN k.paying THEN 'payment_open' ELSE 'afresh' END
      WHEN k.open_status = 'pending' THEN 'pending'
      WHEN (k.price, k.min_fee, k.fee_bp, k.currency) <> (e.price_minor, e.min_fee_minor, e.fee_bp, e.currency::text)
        OR (k.percent > 0 AND e.promo_percent IS DISTINCT FROM k.percent) THEN 'terms_changed'
      ELSE 'fresh' END AS word
    FROM known k
  ), placed AS (
    SELECT j.*, row_number() OVER (PARTITION BY j.word ORDER BY j.n) AS place,
      count(*) FILTER (WHERE j.email IS NOT NULL) OVER (PARTITION BY j.word ORDER BY j.n) AS guest_place,
      (count(*) FILTER (WHERE j.percent > 0) OVER (PARTITION BY j.word ORDER BY j.n))::int AS promo_place,
      row_number() OVER (PARTITION BY j.word, j.address ORDER BY j.n) AS address_place
    FROM judged j
  ), tried AS MATERIALIZED (
    SELECT p.*, y.created_at + p_attempts_ms * interval '1 ms' AS retry_at
    FROM placed p LEFT JOIN LATERAL (
      SELECT x.created_at FROM (SELECT o.id, o.created_at FROM orders o WHERE o.buyer_id = p.buyer OFFSET 0) o CROSS JOIN LATERAL (
        SELECT z.created_at FROM payment z WHERE z.order_id = o.id AND z.amount_minor > 0 AND z.status <> 'succeeded'
          AND z.created_at > app_now() - p_attempts_ms * interval '1 ms' OFFSET 0) x
      WHERE p.provider IS NOT NULL AND (p.word = 'pending' OR p.word = 'fresh' AND p.place <= free)
        AND o.created_at > app_now() - (p_attempts_ms + p_hold_ms) * interval '1 ms'
      ORDER BY x.created_at DESC OFFSET p_attempts_max - 1 LIMIT 1) y ON true
  ), guest_holds AS MATERIALIZED (
    SELECT count(*) AS held FROM orders o WHERE o.event_id = p_event AND o.status = 'pending' AND o.email_norm IS NOT NULL
      AND EXISTS (SELECT 1 FROM placed p WHERE p.word = 'fresh' AND p.email IS NOT NULL)
  ), limited AS (
    SELECT p.*, CASE
      WHEN p.word NOT IN ('fresh', 'pending') THEN p.word
      WHEN p.word = 'fresh' AND p.place > free THEN 'sold_out'
      WHEN p.word = 'fresh' AND p.percent > 0 AND promo_refusal(e, p.percent, p.promo_place) IS NOT NULL
        THEN promo_refusal(e, p.percent, p.promo_place)
      WHEN p.word = 'fresh' AND p.email IS NOT NULL AND p.guest_place + (SELECT g.held FROM guest_holds g) > guests_max THEN 'too_many_holds'
      WHEN p.word = 'fresh' AND p.address IS NOT NULL AND p.address_place + (
        SELECT count(*) FROM orders o WHERE o.event_id = p_event AND o.status = 'pending' AND o.hold_address = p.address) > p_address_max
        THEN 'too_many_holds'
      WHEN p.word = 'pending' AND p.provider IS NOT NULL AND p.open_total = 0 THEN 'free_order'
      WHEN p.word = 'pending' AND p.provider IS NOT NULL AND p.paying THEN 'payment_open'
      WHEN p.provider IS NOT NULL AND p.retry_at IS NOT NULL THEN 'too_many_attempts'
      ELSE p.word END AS final
    FROM tried p
  ), new_orders AS (
    INSERT INTO orders (id, event_id, buyer_id, email_norm, holder_key, status, price_minor, discount_minor, fee_minor,
      min_fee_minor, fee_bp, total_minor, currency, hold_expires_at, hold_address, guest_key, promo)
    SELECT l.order_id, p_event, l.buyer, l.email, l.holder, 'pending', l.price, l.discount, l.fee, l.min_fee, l.fee_bp,
      l.price - l.discount + l.fee, l.currency, app_now() + p_hold_ms * interval '1 ms', l.address, l.guest, l.percent > 0
    FROM limited l WHERE l.final = 'fresh'
  ), payments AS (
    INSERT INTO payment (id, order_id, provider, amount_minor, currency, status, idem_key)
    SELECT l.payment_id, coalesce(l.open_id, l.order_id), l.provider, coalesce(l.open_total, l.price - l.discount + l.fee),
      coalesce(l.open_currency, l.currency), 'creating', l.payment_id
    FROM limited l WHERE l.final IN ('fresh', 'pending') AND l.provider IS NOT NULL
  ), counters AS (
    UPDATE event SET held = held + c.fresh, version = version + 1
    FROM (SELECT count(*)::int AS fresh FROM limited l WHERE l.final = 'fresh') c
    WHERE event.id = p_event AND c.fresh > 0
  ), firsts AS (
    SELECT l.buyer, l.guest, l.final, coalesce(l.open_id, l.order_id) AS order_id FROM limited l WHERE l.turn = 1
  )
  SELECT l.n,
    CASE l.final WHEN 'fresh' THEN 'held' WHEN 'pending' THEN 'held'
      WHEN 'again' THEN CASE WHEN f.final NOT IN ('fresh', 'pending') THEN f.final WHEN l.provider IS NULL THEN 'held' ELSE 'payment_open' END
      ELSE l.final END,
    CASE WHEN f.final IN ('fresh', 'pending', 'payment_open', 'lapsed', 'free_order', 'afresh') THEN f.order_id ELSE l.open_id END,
    CASE WHEN l.final IN ('fresh', 'pending') AND l.provider IS NOT NULL THEN l.payment_id END,
    CASE WHEN l.final = 'too_many_attempts' THEN l.retry_at ELSE coalesce(l.open_expires, app_now() + p_hold_ms * interval '1 ms') END, app_now()
  FROM limited l LEFT JOIN firsts f ON f.buyer = l.buyer AND f.guest IS NOT DISTINCT FROM l.guest;
END $$;
DROP FUNCTION next_attempt_at(bigint, int, int, int);
ALTER FUNCTION hold_seats(uuid, json, int, numeric, int, int, int) SET plan_cache_mode = force_generic_plan SET enable_seqscan = off;
