-- When this buyer may try to pay again, as before. Asked from the buyer's few orders to their payments, whatever the statistics say.
CREATE OR REPLACE FUNCTION next_attempt_at(p_buyer bigint, p_max int, p_ms int, p_hold_ms int) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT y.created_at + p_ms * interval '1 ms'
  FROM orders o CROSS JOIN LATERAL (
    SELECT p.created_at FROM payment p WHERE p.order_id = o.id AND p.amount_minor > 0 AND p.status <> 'succeeded'
      AND p.created_at > app_now() - p_ms * interval '1 ms' OFFSET 0) y
  WHERE o.buyer_id = p_buyer AND o.created_at > app_now() - (p_ms + p_hold_ms) * interval '1 ms'
  ORDER BY y.created_at DESC OFFSET p_max - 1 LIMIT 1
$$;

-- As before; earlier attempts are counted for who may get a seat only, and what is looked up is looked up by its own key: each of
-- thousands who are sold out cost a look through the payments of the day.
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
      (SELECT true FROM payment y WHERE y.order_id = o.id AND y.status IN ('creating', 'requires_action', 'processing')) IS TRUE AS paying
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
    SELECT p.*, CASE WHEN p.provider IS NOT NULL AND (p.word = 'pending' OR p.word = 'fresh' AND p.place <= free)
      THEN next_attempt_at(p.buyer, p_attempts_max, p_attempts_ms, p_hold_ms) END AS retry_at
    FROM placed p
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

-- As before; ids of ledger transactions are drawn beforehand, so that entries need no join with what was just written (the planner
-- takes it for one row and compared each with each). What has its capture posted already is not plain.
CREATE OR REPLACE FUNCTION settle_plain(e event, p_rows json, OUT done int[], OUT done_orders uuid[]) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  ids uuid[];
BEGIN
  SELECT array_agg(DISTINCT x.payment_id) INTO ids FROM json_to_recordset(p_rows) AS x(payment_id uuid, status text) WHERE x.status = 'succeeded';
  IF ids IS NULL OR e.cancelled_at IS NOT NULL OR e.state = 2 THEN RETURN; END IF;
  PERFORM 1 FROM orders o WHERE o.id IN (SELECT y.order_id FROM payment y WHERE y.id = ANY (ids)) ORDER BY o.id FOR UPDATE;
  PERFORM 1 FROM payment y WHERE y.id = ANY (ids) ORDER BY y.id FOR UPDATE;
  PERFORM ledger_account_id(k.kind, k.owner, b.currency)
  FROM (SELECT DISTINCT y.provider, y.currency::text FROM payment y WHERE y.id = ANY (ids)) b,
    LATERAL (VALUES ('psp_clearing', b.provider), ('host_escrow', e.id::text), ('fee_deferred', e.id::text)) k(kind, owner);
  WITH firsts AS (
    SELECT DISTINCT ON (o.id) r.*, o.id AS order_id, o.buyer_id, 'u:' || o.buyer_id AS holder, o.price_minor - o.discount_minor AS price, y.provider
    FROM json_to_recordset(p_rows) AS r(n int, payment_id uuid, status text, ref text, capture_ref text, amount bigint, currency text,
      ticket_id uuid, code text)
    JOIN payment y ON y.id = r.payment_id JOIN orders o ON o.id = y.order_id
    WHERE r.status = 'succeeded' AND r.capture_ref IS NOT NULL AND (r.amount, r.currency) = (y.amount_minor, y.currency::text)
      AND y.status <> 'succeeded' AND o.status = 'pending' AND o.email_norm IS NULL AND o.event_id = e.id
      AND NOT EXISTS (SELECT 1 FROM ledger_tx t WHERE t.source_key = 'capture:' || y.id)
    ORDER BY o.id, r.n
  ), plain AS (
    SELECT f.*, e.tickets_issued + (row_number() OVER (ORDER BY f.n))::int AS seat, nextval('ledger_tx_id_seq') AS tx FROM firsts f
  ), captured AS (
    UPDATE payment y SET status = 'succeeded', provider_ref = coalesce(f.ref, y.provider_ref), capture_ref = f.capture_ref, failure = NULL,
      settled_at = app_now()
    FROM plain f WHERE y.id = f.payment_id
  ), objects AS (
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    SELECT f.provider, f.capture_ref, 'capture', f.amount, f.currency, 'succeeded' FROM plain f ON CONFLICT (provider, ref) DO NOTHING
  ), posted AS (
    INSERT INTO ledger_tx (id, kind, source_key, order_id) SELECT f.tx, 'capture', 'capture:' || f.payment_id, f.order_id FROM plain f
  ), entries AS (
    INSERT INTO ledger_entry (tx_id, account_id, amount_minor)
    SELECT f.tx, a.id, x.amount FROM plain f
      CROSS JOIN LATERAL (VALUES ('psp_clearing', f.provider, f.amount), ('host_escrow', e.id::text, -f.price), ('fee_deferred', e.id::text, f.price - f.amount))
        x(kind, owner, amount)
      JOIN ledger_account a ON a.kind = x.kind AND a.owner = x.owner AND a.currency = f.currency
    WHERE x.amount <> 0
  ), paid AS (
    UPDATE orders o SET status = 'paid', paid_at = app_now(), hold_expires_at = NULL, holder_key = f.holder
    FROM plain f WHERE o.id = f.order_id
  ), tickets AS (
    INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code, seat)
    SELECT f.ticket_id, f.order_id, e.id, f.buyer_id, f.holder, f.code, f.seat FROM plain f
  ), facts AS (
    INSERT INTO outbox (dedupe_key, topic, payload)
    SELECT 'ticket:' || f.ticket_id, 'TicketIssued',
      jsonb_build_object('ticketId', f.ticket_id, 'orderId', f.order_id, 'eventUuid', e.id, 'userId', f.buyer_id)
    FROM plain f
  )
  SELECT array_agg(f.n ORDER BY f.n), array_agg(f.order_id ORDER BY f.n) INTO done, done_orders FROM plain f;
END $$;
