-- An address that somebody typed proves nothing, so an unpaid order of a guest belongs to the address in this one browser: holds of
-- two browsers do not shut each other out. Paid, it belongs to the address like any ticket, one per event (docs/decisions/0012).
CREATE FUNCTION open_holder(p_buyer bigint, p_guest text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_guest IS NULL THEN 'u:' || p_buyer ELSE 'g:' || p_buyer || ':' || p_guest END
$$;
UPDATE orders SET holder_key = open_holder(buyer_id, guest_key) WHERE status = 'pending' AND guest_key IS NOT NULL;

-- A charge of this order was declined, and none is in flight.
CREATE FUNCTION is_declined(p_order uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM payment y WHERE y.order_id = p_order AND y.status = 'failed')
    AND NOT EXISTS (SELECT 1 FROM payment y WHERE y.order_id = p_order AND y.status IN ('creating', 'requires_action', 'processing'))
$$;

-- As before; looks for what this browser began, and for what the address has paid.
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
      WHEN o.status = 'pending' AND o.total_minor > 0 AND EXISTS (SELECT 1 FROM payment y WHERE y.order_id = o.id
        AND y.status IN ('creating', 'requires_action', 'processing')) THEN 'payment_open'
      WHEN o.status = 'pending' AND o.total_minor > 0 AND a.discount > 0 THEN 'afresh'
      WHEN o.status = 'pending' AND o.total_minor > 0 THEN 'pending'
      WHEN o.status = 'pending' THEN 'converted'
      WHEN a.discount > 0 THEN coalesce(promo_refusal(e, 100, a.promo_place), 'fresh')
      ELSE 'fresh' END AS word
    FROM asked a LEFT JOIN LATERAL (
      SELECT x.* FROM orders x WHERE x.event_id = p_event AND x.holder_key IN (a.holder, open_holder(a.buyer, a.guest)) AND x.status IN ('pending', 'paid')
      ORDER BY x.status = 'paid' DESC LIMIT 1) o ON true
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
    UPDATE orders o SET status = 'paid', paid_at = app_now(), hold_expires_at = NULL, holder_key = w.holder
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

-- As before; also what another browser of this address was declined is taken over, so that a script without the secret tries
-- another card for the same seat.
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
      EXISTS (SELECT 1 FROM payment y WHERE y.order_id = o.id AND y.status IN ('creating', 'requires_action', 'processing')) AS paying
    FROM asked a LEFT JOIN LATERAL (
      SELECT y.* FROM (
        SELECT x.* FROM orders x WHERE x.event_id = p_event AND x.holder_key IN (a.holder, 'u:' || a.buyer) AND x.status IN ('pending', 'paid')
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

-- As before; the new order is this browser's, which has no other one.
CREATE OR REPLACE FUNCTION renew_order(p_order uuid, p_new uuid, p_guest text, p_discount bigint, p_fee bigint, p_percent int)
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
    OR (p_guest IS NOT NULL AND o.guest_key IS DISTINCT FROM p_guest AND (NOT is_declined(o.id) OR EXISTS (
      SELECT 1 FROM orders x WHERE x.event_id = o.event_id AND x.holder_key = open_holder(o.buyer_id, p_guest) AND x.status IN ('pending', 'paid')))) THEN
    RETURN 'changed';
  END IF;
  word := CASE WHEN p_percent > 0 THEN promo_refusal(e, p_percent, CASE WHEN o.promo THEN 0 ELSE 1 END) END;
  IF word IS NOT NULL THEN RETURN word; END IF;
  UPDATE orders SET status = 'cancelled' WHERE id = o.id AND status = 'pending';
  INSERT INTO orders (id, event_id, buyer_id, email_norm, holder_key, status, price_minor, discount_minor, fee_minor, min_fee_minor, fee_bp,
    total_minor, currency, hold_expires_at, hold_address, guest_key, promo)
  VALUES (p_new, o.event_id, o.buyer_id, o.email_norm, open_holder(o.buyer_id, coalesce(p_guest, o.guest_key)), 'pending', o.price_minor, p_discount, p_fee, o.min_fee_minor, o.fee_bp,
    o.price_minor - p_discount + p_fee, o.currency, o.hold_expires_at, o.hold_address, coalesce(p_guest, o.guest_key), p_percent > 0);
  RETURN 'renewed';
END $$;
