-- A guest proves an order by the secret of the browser that began it; only its hash is kept (docs/decisions/0012).
ALTER TABLE orders ADD COLUMN guest_key text;
-- Bought with the event's promo code, which may have a cap and a time window.
ALTER TABLE orders ADD COLUMN promo boolean NOT NULL DEFAULT false;
UPDATE orders SET promo = true WHERE discount_minor > 0;
CREATE INDEX orders_promo ON orders (event_id) WHERE promo AND status IN ('pending', 'paid');
ALTER TABLE event ADD COLUMN promo_cap int CHECK (promo_cap > 0);
ALTER TABLE event ADD COLUMN promo_from timestamptz;
ALTER TABLE event ADD COLUMN promo_until timestamptz CHECK (promo_until > promo_from);
-- Which card a charge was tried with, where the provider tells.
ALTER TABLE payment ADD COLUMN card_key text;
CREATE INDEX payment_card ON payment (card_key, created_at) WHERE card_key IS NOT NULL;
-- The sweeper looks longest unseen first, so that none can hide the others.
ALTER TABLE payment ADD COLUMN looked_at timestamptz;
DROP INDEX payment_open;
CREATE INDEX payment_open ON payment (coalesce(looked_at, created_at)) WHERE status IN ('creating', 'requires_action', 'processing');

-- Why this promo code is not taken now, or null; p_more uses are about to be added. The caller holds the event.
CREATE FUNCTION promo_refusal(e event, p_percent int, p_more int) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN e.promo_percent IS DISTINCT FROM p_percent THEN 'terms_changed'
    WHEN app_now() < e.promo_from THEN 'promo_not_yet'
    WHEN app_now() >= e.promo_until THEN 'promo_expired'
    WHEN e.promo_cap IS NULL THEN NULL
    WHEN p_more + (SELECT count(*) FROM orders o WHERE o.event_id = e.id AND o.promo AND o.status IN ('pending', 'paid')) > e.promo_cap
      THEN 'promo_used_up'
  END
$$;

-- When this buyer may try to pay again; null while fewer than p_max attempts lie in the last p_ms.
CREATE FUNCTION next_attempt_at(p_buyer bigint, p_max int, p_ms int, p_hold_ms int) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT y.created_at + p_ms * interval '1 ms' FROM orders o JOIN payment y ON y.order_id = o.id
  WHERE o.buyer_id = p_buyer AND y.amount_minor > 0 AND y.created_at > app_now() - p_ms * interval '1 ms'
    AND o.created_at > app_now() - (p_ms + p_hold_ms) * interval '1 ms'
  ORDER BY y.created_at DESC OFFSET p_max - 1 LIMIT 1
$$;

-- The same for a card, whoever holds it: null counts this payment on the card, else when the card may be tried again.
CREATE FUNCTION claim_card(p_payment uuid, p_card text, p_max int, p_ms int) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  again timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('card:' || p_card, 0));
  SELECT y.created_at + p_ms * interval '1 ms' INTO again FROM payment y
  WHERE y.card_key = p_card AND y.id <> p_payment AND y.created_at > app_now() - p_ms * interval '1 ms'
  ORDER BY y.created_at DESC OFFSET p_max - 1 LIMIT 1;
  IF again IS NULL THEN UPDATE payment SET card_key = p_card WHERE id = p_payment; END IF;
  RETURN again;
END $$;

-- A price never changes on an order: an unpaid one is cancelled and another takes over its seat and its end. For its holder at any
-- time, for another browser of the same address only after a decline; never while a payment is open.
CREATE FUNCTION renew_order(p_order uuid, p_new uuid, p_guest text, p_discount bigint, p_fee bigint, p_percent int)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  e event;
  o orders;
  word text;
BEGIN
  SELECT * INTO e FROM event WHERE id = (SELECT x.event_id FROM orders x WHERE x.id = p_order) FOR UPDATE;
  SELECT * INTO o FROM orders WHERE id = p_order FOR UPDATE;
  IF o.status IS DISTINCT FROM 'pending' OR o.hold_expires_at <= app_now()
    OR EXISTS (SELECT 1 FROM payment y WHERE y.order_id = o.id AND y.status IN ('creating', 'requires_action', 'processing'))
    OR (p_guest IS NOT NULL AND o.guest_key IS DISTINCT FROM p_guest
      AND NOT EXISTS (SELECT 1 FROM payment y WHERE y.order_id = o.id AND y.status = 'failed')) THEN
    RETURN 'changed';
  END IF;
  word := CASE WHEN p_percent > 0 THEN promo_refusal(e, p_percent, CASE WHEN o.promo THEN 0 ELSE 1 END) END;
  IF word IS NOT NULL THEN RETURN word; END IF;
  UPDATE orders SET status = 'cancelled' WHERE id = o.id AND status = 'pending';
  INSERT INTO orders (id, event_id, buyer_id, email_norm, holder_key, status, price_minor, discount_minor, fee_minor, min_fee_minor, fee_bp,
    total_minor, currency, hold_expires_at, hold_address, guest_key, promo)
  VALUES (p_new, o.event_id, o.buyer_id, o.email_norm, o.holder_key, 'pending', o.price_minor, p_discount, p_fee, o.min_fee_minor, o.fee_bp,
    o.price_minor - p_discount + p_fee, o.currency, o.hold_expires_at, o.hold_address, coalesce(p_guest, o.guest_key), p_percent > 0);
  RETURN 'renewed';
END $$;

-- Orders that cost nothing: order, payment 'free', ticket and fact in one go. A pending order of total 0 becomes paid.
-- `guest` is the hash of the asking browser's secret, null for people with a session: another browser's order is nobody's business.
-- Rows: n, order_id, payment_id, ticket_id, code, buyer, email, guest, kind, price, discount, min_fee, fee_bp, currency.
CREATE OR REPLACE FUNCTION sell_free_seats(p_event uuid, p_rows json)
RETURNS TABLE (n int, verdict text, order_id uuid, seat int, at timestamptz) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  e event;
  refusal text;
  free int;
BEGIN
  SELECT * INTO e FROM event WHERE id = p_event FOR UPDATE;
  refusal := CASE WHEN e.id IS NULL THEN 'event_not_found' ELSE sale_refusal(e) END;
  free := e.capacity - e.held - e.sold;
  RETURN QUERY
  WITH asked AS (
    SELECT r.*, 'u:' || r.buyer AS holder, row_number() OVER (PARTITION BY r.buyer ORDER BY r.n) AS turn,
      (count(*) FILTER (WHERE r.discount > 0) OVER (ORDER BY r.n))::int AS promo_place
    FROM json_to_recordset(p_rows) AS r(n int, order_id uuid, payment_id uuid, ticket_id uuid, code text, buyer bigint, email text, guest text,
      kind smallint, price bigint, discount bigint, min_fee bigint, fee_bp int, currency text)
  ), judged AS (
    SELECT a.*, o.id AS open_id, CASE
      WHEN o.status = 'paid' AND o.id = a.order_id THEN 'replayed'
      WHEN refusal IS NOT NULL THEN refusal
      WHEN a.kind <> e.kind THEN 'ticket_type_wrong'
      WHEN a.buyer = e.host_id THEN 'own_event'
      WHEN (a.price, a.min_fee, a.fee_bp, a.currency) <> (e.price_minor, e.min_fee_minor, e.fee_bp, e.currency::text)
        OR a.discount <> a.price OR (a.discount > 0 AND e.promo_percent IS DISTINCT FROM 100) THEN 'terms_changed'
      WHEN o.status = 'paid' AND a.guest IS NOT NULL AND o.guest_key IS DISTINCT FROM a.guest
        THEN CASE WHEN free > 0 THEN 'ticket_elsewhere' ELSE 'full_elsewhere' END
      WHEN o.status = 'paid' THEN 'already_has_ticket'
      WHEN a.turn > 1 THEN 'again'
      WHEN o.status = 'pending' AND o.total_minor > 0 AND a.guest IS NOT NULL AND o.guest_key IS DISTINCT FROM a.guest THEN 'elsewhere'
      WHEN o.status = 'pending' AND o.total_minor > 0 AND EXISTS (SELECT 1 FROM payment y WHERE y.order_id = o.id
        AND y.status IN ('creating', 'requires_action', 'processing')) THEN 'payment_open'
      WHEN o.status = 'pending' AND o.total_minor > 0 AND a.discount > 0 THEN 'afresh'
      WHEN o.status = 'pending' AND o.total_minor > 0 THEN 'pending'
      WHEN o.status = 'pending' THEN 'converted'
      WHEN a.discount > 0 THEN coalesce(promo_refusal(e, 100, a.promo_place), 'fresh')
      ELSE 'fresh' END AS word
    FROM asked a LEFT JOIN orders o ON o.event_id = p_event AND o.holder_key = a.holder AND o.status IN ('pending', 'paid')
  ), placed AS (
    SELECT j.*, row_number() OVER (PARTITION BY j.word ORDER BY j.n) AS place FROM judged j
  ), won AS (
    SELECT p.*, coalesce(p.open_id, p.order_id) AS final_id, e.tickets_issued + (row_number() OVER (ORDER BY p.n))::int AS seat
    FROM placed p WHERE p.word = 'converted' OR (p.word = 'fresh' AND p.place <= free)
  ), new_orders AS (
    INSERT INTO orders (id, event_id, buyer_id, email_norm, holder_key, status, price_minor, discount_minor, fee_minor,
      min_fee_minor, fee_bp, total_minor, currency, paid_at, guest_key, promo)
    SELECT w.order_id, p_event, w.buyer, w.email, w.holder, 'paid', w.price, w.discount, 0, w.min_fee, w.fee_bp, 0, w.currency, app_now(), w.guest, w.discount > 0
    FROM won w WHERE w.word = 'fresh'
  ), paid_orders AS (
    UPDATE orders o SET status = 'paid', paid_at = app_now(), hold_expires_at = NULL
    FROM won w WHERE w.word = 'converted' AND o.id = w.open_id AND o.status = 'pending'
  ), payments AS (
    INSERT INTO payment (id, order_id, provider, amount_minor, currency, status, idem_key, settled_at)
    SELECT w.payment_id, w.final_id, 'free', 0, w.currency, 'succeeded', w.payment_id, app_now() FROM won w
  ), tickets AS (
    INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code, seat)
    SELECT w.ticket_id, w.final_id, p_event, w.buyer, w.holder, w.code, w.seat FROM won w
  ), facts AS (
    INSERT INTO outbox (dedupe_key, topic, payload)
    SELECT 'ticket:' || w.ticket_id, 'TicketIssued',
      jsonb_build_object('ticketId', w.ticket_id, 'orderId', w.final_id, 'eventUuid', p_event, 'userId', w.buyer)
    FROM won w
  ), counters AS (
    UPDATE event SET sold = sold + c.won, held = held - c.converted, tickets_issued = tickets_issued + c.won, version = version + 1
    FROM (SELECT count(*)::int AS won, (count(*) FILTER (WHERE w.word = 'converted'))::int AS converted FROM won w) c
    WHERE event.id = p_event AND c.won > 0
  )
  SELECT p.n,
    CASE WHEN w.n IS NOT NULL THEN 'sold'
      WHEN p.word = 'fresh' THEN 'sold_out'
      WHEN p.word = 'again' AND EXISTS (SELECT 1 FROM won f WHERE f.buyer = p.buyer AND f.guest IS NOT DISTINCT FROM p.guest) THEN 'already_has_ticket'
      WHEN p.word = 'again' AND EXISTS (SELECT 1 FROM won f WHERE f.buyer = p.buyer) THEN 'ticket_elsewhere'
      WHEN p.word = 'again' THEN 'sold_out'
      ELSE p.word END,
    coalesce(w.final_id, p.open_id), w.seat, app_now()
  FROM placed p LEFT JOIN won w ON w.n = p.n;
END $$;

-- Orders that cost money (or only hold a seat): order 'pending' for p_hold_ms, and, where a provider is named, its payment
-- 'creating', so that the row is committed before the provider is called. An open order of the holder is given back as it is,
-- unless it is another browser's (`elsewhere`), or a promo code was named that it does not have (`afresh`: renew_order makes room).
-- Rows: n, order_id, payment_id, provider, buyer, email, guest, kind, price, discount, percent, reprice, fee, min_fee, fee_bp, currency, address.
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
    SELECT r.*, 'u:' || r.buyer AS holder, row_number() OVER (PARTITION BY r.buyer, r.guest ORDER BY r.n) AS turn,
      row_number() OVER (PARTITION BY r.buyer ORDER BY r.n) AS turn_of_all
    FROM json_to_recordset(p_rows) AS r(n int, order_id uuid, payment_id uuid, provider text, buyer bigint, email text, guest text, kind smallint,
      price bigint, discount bigint, percent int, reprice boolean, fee bigint, min_fee bigint, fee_bp int, currency text, address text)
  ), known AS (
    SELECT a.*, o.id AS open_id, o.status AS open_status, o.total_minor AS open_total, o.currency AS open_currency,
      o.hold_expires_at AS open_expires, o.hold_expires_at <= app_now() AS lapsed, o.promo AS open_promo,
      a.guest IS NOT NULL AND o.guest_key IS DISTINCT FROM a.guest AS elsewhere,
      EXISTS (SELECT 1 FROM payment y WHERE y.order_id = o.id AND y.status IN ('creating', 'requires_action', 'processing')) AS paying,
      EXISTS (SELECT 1 FROM payment y WHERE y.order_id = o.id AND y.status = 'failed') AS declined
    FROM asked a LEFT JOIN orders o ON o.event_id = p_event AND o.holder_key = a.holder AND o.status IN ('pending', 'paid')
  ), judged AS (
    SELECT k.*, CASE
      WHEN refusal IS NOT NULL THEN refusal
      WHEN k.kind <> e.kind THEN 'ticket_type_wrong'
      WHEN k.buyer = e.host_id THEN 'own_event'
      WHEN k.open_status = 'paid' AND k.elsewhere THEN CASE WHEN free > 0 THEN 'ticket_elsewhere' ELSE 'full_elsewhere' END
      WHEN k.open_status = 'paid' THEN 'already_has_ticket'
      WHEN k.turn > 1 THEN 'again'
      WHEN k.open_status = 'pending' AND k.lapsed THEN 'lapsed'
      WHEN k.open_status = 'pending' AND k.elsewhere AND k.provider IS NOT NULL AND k.declined AND NOT k.paying THEN 'afresh'
      WHEN k.open_status = 'pending' AND k.elsewhere THEN CASE WHEN free > 0 THEN 'elsewhere' ELSE 'sold_out' END
      WHEN k.open_status = 'pending' AND k.reprice AND k.open_promo <> (k.percent > 0)
        THEN CASE WHEN k.paying THEN 'payment_open' ELSE 'afresh' END
      WHEN k.open_status = 'pending' THEN 'pending'
      WHEN (k.price, k.min_fee, k.fee_bp, k.currency) <> (e.price_minor, e.min_fee_minor, e.fee_bp, e.currency::text)
        OR (k.percent > 0 AND e.promo_percent IS DISTINCT FROM k.percent) THEN 'terms_changed'
      WHEN k.turn_of_all > 1 THEN 'elsewhere'
      ELSE 'fresh' END AS word
    FROM known k
  ), placed AS (
    SELECT j.*, row_number() OVER (PARTITION BY j.word ORDER BY j.n) AS place,
      count(*) FILTER (WHERE j.email IS NOT NULL) OVER (PARTITION BY j.word ORDER BY j.n) AS guest_place,
      (count(*) FILTER (WHERE j.percent > 0) OVER (PARTITION BY j.word ORDER BY j.n))::int AS promo_place,
      row_number() OVER (PARTITION BY j.word, j.address ORDER BY j.n) AS address_place,
      CASE WHEN j.provider IS NOT NULL THEN next_attempt_at(j.buyer, p_attempts_max, p_attempts_ms, p_hold_ms) END AS retry_at
    FROM judged j
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
    FROM placed p
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

DROP FUNCTION settle_refund(uuid, text, text, int);
-- The provider's word on a refund, applied once. A definite "no" is counted so that the next try gets a new provider key. Only the
-- holder of the present claim (p_attempt) may say anything but "done": a worker that was slow must not set off a second key.
CREATE FUNCTION settle_refund(p_refund uuid, p_attempt int, p_status text, p_ref text, p_retry_seconds int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  f refund;
  p payment;
  o orders;
BEGIN
  SELECT * INTO o FROM orders WHERE id = (SELECT y.order_id FROM refund x JOIN payment y ON y.id = x.payment_id WHERE x.id = p_refund) FOR UPDATE;
  SELECT * INTO p FROM payment WHERE id = (SELECT x.payment_id FROM refund x WHERE x.id = p_refund) FOR UPDATE;
  SELECT * INTO f FROM refund WHERE id = p_refund FOR UPDATE;
  IF f.status = 'succeeded' THEN RETURN 'already'; END IF;
  IF p_status <> 'succeeded' AND f.attempts <> p_attempt THEN RETURN 'superseded'; END IF;
  IF p_status = 'succeeded' THEN
    UPDATE refund SET status = 'succeeded', provider_ref = p_ref WHERE id = p_refund;
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    VALUES (p.provider, p_ref, 'refund', f.amount_minor, p.currency, 'succeeded') ON CONFLICT (provider, ref) DO UPDATE SET status = 'succeeded';
    PERFORM ledger_post('refund', 'refund:' || f.id, o.id, p.currency, json_build_array(
      json_build_array('refund_clearing', '', f.amount_minor), json_build_array('psp_clearing', p.provider, -f.amount_minor)));
    UPDATE orders SET status = 'refunded' WHERE id = o.id AND status = 'refunding';
    INSERT INTO outbox (dedupe_key, topic, payload) VALUES ('refund:' || f.id, 'RefundSucceeded',
      jsonb_build_object('refundId', f.id, 'orderId', o.id, 'eventUuid', o.event_id, 'userId', o.buyer_id)) ON CONFLICT (dedupe_key) DO NOTHING;
  ELSIF p_status = 'pending' THEN
    UPDATE refund SET status = 'pending', provider_ref = p_ref, next_at = app_now() + p_retry_seconds * interval '1 s' WHERE id = p_refund;
  ELSE
    UPDATE refund SET provider_ref = NULL, provider_failures = provider_failures + 1, status = 'requested',
      next_at = app_now() + p_retry_seconds * interval '1 s' WHERE id = p_refund;
  END IF;
  RETURN p_status;
END $$;
