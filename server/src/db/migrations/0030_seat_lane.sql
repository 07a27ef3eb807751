-- Seats are taken many at a time: one call locks the event row first, then looks, decides and writes for every request of
-- the batch. Lock order everywhere: event -> orders -> payment -> ticket.
ALTER TABLE event ADD COLUMN tickets_issued int NOT NULL DEFAULT 0;
ALTER TABLE ticket ADD COLUMN seat int NOT NULL DEFAULT 0;
ALTER TABLE payment ADD COLUMN remember boolean NOT NULL DEFAULT false;
ALTER TABLE refund ADD COLUMN provider_failures int NOT NULL DEFAULT 0;
ALTER TABLE provider_event ADD COLUMN next_at timestamptz NOT NULL DEFAULT app_now();
-- One charge in flight per order: a second tab waits for it instead of charging again.
CREATE UNIQUE INDEX one_open_payment ON payment (order_id) WHERE status IN ('creating', 'requires_action', 'processing');
CREATE INDEX orders_pending ON orders (event_id, hold_address) WHERE status = 'pending';
CREATE INDEX orders_paid_event ON orders (event_id, id) WHERE status = 'paid';
CREATE INDEX refund_open ON refund (next_at) WHERE status IN ('requested', 'pending');
CREATE INDEX provider_event_open ON provider_event (next_at) WHERE processed_at IS NULL;
CREATE TABLE provider_customer (
  provider text NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user,
  ref text NOT NULL,
  PRIMARY KEY (provider, user_id)
);

-- Why this event sells nothing now, or null. After the no-show time (60 min) it is about to be cancelled.
CREATE FUNCTION sale_refusal(e event) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN e.cancelled_at IS NOT NULL THEN 'event_cancelled'
    WHEN e.state = 2 THEN 'event_over'
    WHEN NOT e.opening_ticketing THEN 'token_gated'
    WHEN e.state = 0 AND app_now() >= e.starts_at + interval '60 minutes' THEN 'ticketing_closed'
  END
$$;

-- Orders that cost nothing: order, payment 'free', ticket and fact in one go. A pending order of total 0 becomes paid.
-- Rows: n, order_id, payment_id, ticket_id, code, buyer, email, kind, price, discount, min_fee, fee_bp, currency.
CREATE FUNCTION sell_free_seats(p_event uuid, p_rows json)
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
    SELECT r.*, 'u:' || r.buyer AS holder, row_number() OVER (PARTITION BY r.buyer ORDER BY r.n) AS turn
    FROM json_to_recordset(p_rows) AS r(n int, order_id uuid, payment_id uuid, ticket_id uuid, code text, buyer bigint, email text,
      kind smallint, price bigint, discount bigint, min_fee bigint, fee_bp int, currency text)
  ), judged AS (
    SELECT a.*, o.id AS open_id, CASE
      WHEN o.status = 'paid' AND o.id = a.order_id THEN 'replayed'
      WHEN refusal IS NOT NULL THEN refusal
      WHEN a.kind <> e.kind THEN 'ticket_type_wrong'
      WHEN a.buyer = e.host_id THEN 'own_event'
      WHEN (a.price, a.min_fee, a.fee_bp, a.currency) <> (e.price_minor, e.min_fee_minor, e.fee_bp, e.currency::text)
        OR a.discount <> a.price OR (a.discount > 0 AND e.promo_percent IS DISTINCT FROM 100) THEN 'terms_changed'
      WHEN o.status = 'paid' THEN 'already_has_ticket'
      WHEN a.turn > 1 THEN 'again'
      WHEN o.status = 'pending' AND o.total_minor > 0 THEN 'pending'
      WHEN o.status = 'pending' THEN 'converted'
      ELSE 'fresh' END AS word
    FROM asked a LEFT JOIN orders o ON o.event_id = p_event AND o.holder_key = a.holder AND o.status IN ('pending', 'paid')
  ), placed AS (
    SELECT j.*, row_number() OVER (PARTITION BY j.word ORDER BY j.n) AS place FROM judged j
  ), won AS (
    SELECT p.*, coalesce(p.open_id, p.order_id) AS final_id, e.tickets_issued + (row_number() OVER (ORDER BY p.n))::int AS seat
    FROM placed p WHERE p.word = 'converted' OR (p.word = 'fresh' AND p.place <= free)
  ), new_orders AS (
    INSERT INTO orders (id, event_id, buyer_id, email_norm, holder_key, status, price_minor, discount_minor, fee_minor,
      min_fee_minor, fee_bp, total_minor, currency, paid_at)
    SELECT w.order_id, p_event, w.buyer, w.email, w.holder, 'paid', w.price, w.discount, 0, w.min_fee, w.fee_bp, 0, w.currency, app_now()
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
      WHEN p.word = 'again' AND EXISTS (SELECT 1 FROM won f WHERE f.buyer = p.buyer) THEN 'already_has_ticket'
      WHEN p.word = 'again' THEN 'sold_out'
      ELSE p.word END,
    coalesce(w.final_id, p.open_id), w.seat, app_now()
  FROM placed p LEFT JOIN won w ON w.n = p.n;
END $$;

-- Orders that cost money (or only hold a seat): order 'pending' for p_hold_ms, and, where a provider is named, its payment
-- 'creating', so that the row is committed before the provider is called. An open order of the holder is given back as it is.
-- Rows: n, order_id, payment_id, provider, buyer, email, kind, price, discount, percent, fee, min_fee, fee_bp, currency, address.
CREATE FUNCTION hold_seats(p_event uuid, p_rows json, p_hold_ms int, p_guest_share numeric, p_address_max int,
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
    SELECT r.*, 'u:' || r.buyer AS holder, row_number() OVER (PARTITION BY r.buyer ORDER BY r.n) AS turn
    FROM json_to_recordset(p_rows) AS r(n int, order_id uuid, payment_id uuid, provider text, buyer bigint, email text, kind smallint,
      price bigint, discount bigint, percent int, fee bigint, min_fee bigint, fee_bp int, currency text, address text)
  ), known AS (
    SELECT a.*, o.id AS open_id, o.status AS open_status, o.total_minor AS open_total, o.currency AS open_currency,
      o.hold_expires_at AS open_expires, o.hold_expires_at <= app_now() AS lapsed
    FROM asked a LEFT JOIN orders o ON o.event_id = p_event AND o.holder_key = a.holder AND o.status IN ('pending', 'paid')
  ), judged AS (
    SELECT k.*, CASE
      WHEN refusal IS NOT NULL THEN refusal
      WHEN k.kind <> e.kind THEN 'ticket_type_wrong'
      WHEN k.buyer = e.host_id THEN 'own_event'
      WHEN k.open_status = 'paid' THEN 'already_has_ticket'
      WHEN k.turn > 1 THEN 'again'
      WHEN k.open_status = 'pending' AND k.lapsed THEN 'lapsed'
      WHEN k.open_status = 'pending' THEN 'pending'
      WHEN (k.price, k.min_fee, k.fee_bp, k.currency) <> (e.price_minor, e.min_fee_minor, e.fee_bp, e.currency::text)
        OR (k.percent > 0 AND e.promo_percent IS DISTINCT FROM k.percent) THEN 'terms_changed'
      ELSE 'fresh' END AS word
    FROM known k
  ), placed AS (
    SELECT j.*, row_number() OVER (PARTITION BY j.word ORDER BY j.n) AS place,
      count(*) FILTER (WHERE j.email IS NOT NULL) OVER (PARTITION BY j.word ORDER BY j.n) AS guest_place,
      row_number() OVER (PARTITION BY j.word, j.address ORDER BY j.n) AS address_place
    FROM judged j
  ), guest_holds AS MATERIALIZED (
    SELECT count(*) AS held FROM orders o WHERE o.event_id = p_event AND o.status = 'pending' AND o.email_norm IS NOT NULL
      AND EXISTS (SELECT 1 FROM placed p WHERE p.word = 'fresh' AND p.email IS NOT NULL)
  ), limited AS (
    SELECT p.*, CASE
      WHEN p.word NOT IN ('fresh', 'pending') THEN p.word
      WHEN p.word = 'fresh' AND p.place > free THEN 'sold_out'
      WHEN p.word = 'fresh' AND p.email IS NOT NULL AND p.guest_place + (SELECT g.held FROM guest_holds g) > guests_max THEN 'too_many_holds'
      WHEN p.word = 'fresh' AND p.address IS NOT NULL AND p.address_place + (
        SELECT count(*) FROM orders o WHERE o.event_id = p_event AND o.status = 'pending' AND o.hold_address = p.address) > p_address_max
        THEN 'too_many_holds'
      WHEN p.word = 'pending' AND p.provider IS NOT NULL AND p.open_total = 0 THEN 'free_order'
      WHEN p.word = 'pending' AND p.provider IS NOT NULL AND EXISTS (SELECT 1 FROM payment y WHERE y.order_id = p.open_id
        AND y.status IN ('creating', 'requires_action', 'processing')) THEN 'payment_open'
      WHEN p.provider IS NOT NULL AND (SELECT count(*) FROM orders o JOIN payment y ON y.order_id = o.id
        WHERE o.buyer_id = p.buyer AND y.amount_minor > 0 AND y.created_at > app_now() - p_attempts_ms * interval '1 ms'
          AND o.created_at > app_now() - (p_attempts_ms + p_hold_ms) * interval '1 ms') >= p_attempts_max THEN 'too_many_attempts'
      ELSE p.word END AS final
    FROM placed p
  ), new_orders AS (
    INSERT INTO orders (id, event_id, buyer_id, email_norm, holder_key, status, price_minor, discount_minor, fee_minor,
      min_fee_minor, fee_bp, total_minor, currency, hold_expires_at, hold_address)
    SELECT l.order_id, p_event, l.buyer, l.email, l.holder, 'pending', l.price, l.discount, l.fee, l.min_fee, l.fee_bp,
      l.price - l.discount + l.fee, l.currency, app_now() + p_hold_ms * interval '1 ms', l.address
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
    SELECT l.buyer, l.final, coalesce(l.open_id, l.order_id) AS order_id FROM limited l WHERE l.turn = 1
  )
  SELECT l.n,
    CASE l.final WHEN 'fresh' THEN 'held' WHEN 'pending' THEN 'held'
      WHEN 'again' THEN CASE WHEN f.final NOT IN ('fresh', 'pending') THEN f.final WHEN l.provider IS NULL THEN 'held' ELSE 'payment_open' END
      ELSE l.final END,
    CASE WHEN f.final IN ('fresh', 'pending', 'payment_open', 'lapsed', 'free_order') THEN f.order_id ELSE l.open_id END,
    CASE WHEN l.final IN ('fresh', 'pending') AND l.provider IS NOT NULL THEN l.payment_id END,
    coalesce(l.open_expires, app_now() + p_hold_ms * interval '1 ms'), app_now()
  FROM limited l LEFT JOIN firsts f ON f.buyer = l.buyer;
END $$;

-- Gives back the seats of lapsed holds of one event; answers how many.
CREATE FUNCTION expire_holds(p_event uuid) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  freed int;
BEGIN
  PERFORM 1 FROM event WHERE id = p_event FOR UPDATE;
  WITH due AS (
    SELECT id FROM orders WHERE event_id = p_event AND status = 'pending' AND hold_expires_at <= app_now() ORDER BY id FOR UPDATE
  ), gone AS (
    UPDATE orders o SET status = 'expired' FROM due WHERE o.id = due.id AND o.status = 'pending' RETURNING 1
  ) SELECT count(*) INTO freed FROM gone;
  IF freed > 0 THEN UPDATE event SET held = held - freed, version = version + 1 WHERE id = p_event; END IF;
  RETURN freed;
END $$;

-- Gives one seat back by will of its holder; false when the order no longer holds one.
CREATE FUNCTION release_hold(p_order uuid) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  its_event uuid;
BEGIN
  SELECT event_id INTO its_event FROM orders WHERE id = p_order;
  PERFORM 1 FROM event WHERE id = its_event FOR UPDATE;
  UPDATE orders SET status = 'cancelled' WHERE id = p_order AND status = 'pending';
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE event SET held = held - 1, version = version + 1 WHERE id = its_event;
  RETURN true;
END $$;
