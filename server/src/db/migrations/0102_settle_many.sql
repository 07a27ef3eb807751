-- Settling many payments at once: what nearly all of them are, an account's pending order paid in full, is one statement for the
-- whole batch (a sold-out rush settles hundreds under one lock of its event); everything else is looked at one by one, as before.
-- Rows: n, payment_id, status, ref, capture_ref, amount, currency, failure, ticket_id, code. The caller holds the event.
CREATE FUNCTION settle_plain(e event, p_rows json, OUT done int[], OUT done_orders uuid[]) LANGUAGE plpgsql AS $$
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
    ORDER BY o.id, r.n
  ), plain AS (
    SELECT f.*, e.tickets_issued + (row_number() OVER (ORDER BY f.n))::int AS seat FROM firsts f
  ), captured AS (
    UPDATE payment y SET status = 'succeeded', provider_ref = coalesce(f.ref, y.provider_ref), capture_ref = f.capture_ref, failure = NULL,
      settled_at = app_now()
    FROM plain f WHERE y.id = f.payment_id
  ), objects AS (
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    SELECT f.provider, f.capture_ref, 'capture', f.amount, f.currency, 'succeeded' FROM plain f ON CONFLICT (provider, ref) DO NOTHING
  ), posted AS (
    INSERT INTO ledger_tx (kind, source_key, order_id) SELECT 'capture', 'capture:' || f.payment_id, f.order_id FROM plain f
    ON CONFLICT (source_key) DO NOTHING RETURNING id, order_id
  ), entries AS (
    INSERT INTO ledger_entry (tx_id, account_id, amount_minor)
    SELECT t.id, a.id, x.amount FROM posted t JOIN plain f ON f.order_id = t.order_id
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

-- As before; an order is paid for the address. Of two browsers the first that pays has the ticket, the other one's money goes back.
CREATE OR REPLACE FUNCTION settle_payments(p_event uuid, p_rows json)
RETURNS TABLE (n int, verdict text, order_id uuid) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  e event;
  r record;
  o orders;
  p payment;
  price bigint;
  why text;
  changed boolean := false;
  done int[];
  done_orders uuid[];
BEGIN
  SELECT * INTO e FROM event WHERE id = p_event FOR UPDATE;
  SELECT s.done, s.done_orders INTO done, done_orders FROM settle_plain(e, p_rows) s;
  IF done IS NOT NULL THEN
    changed := true;
    e.held := e.held - cardinality(done);
    e.sold := e.sold + cardinality(done);
    e.tickets_issued := e.tickets_issued + cardinality(done);
    RETURN QUERY SELECT d.n, 'paid', d.order_id FROM unnest(done, done_orders) AS d(n, order_id);
  END IF;
  FOR r IN SELECT x.* FROM json_to_recordset(p_rows) AS x(n int, payment_id uuid, status text, ref text, capture_ref text, amount bigint,
    currency text, failure text, ticket_id uuid, code text) WHERE done IS NULL OR x.n <> ALL (done) ORDER BY x.n
  LOOP
    n := r.n;
    SELECT * INTO o FROM orders WHERE id = (SELECT y.order_id FROM payment y WHERE y.id = r.payment_id) FOR UPDATE;
    SELECT * INTO p FROM payment WHERE id = r.payment_id FOR UPDATE;
    order_id := o.id;
    IF p.status = 'succeeded' THEN
      verdict := 'already';
    ELSIF r.status <> 'succeeded' THEN
      UPDATE payment SET status = r.status::payment_status, provider_ref = coalesce(r.ref, provider_ref), failure = coalesce(r.failure, failure)
      WHERE id = p.id AND CASE r.status
        WHEN 'requires_action' THEN status IN ('creating', 'requires_action')
        WHEN 'processing' THEN status IN ('creating', 'requires_action', 'processing')
        ELSE status IN ('creating', 'requires_action', 'processing') END;
      verdict := CASE WHEN FOUND THEN r.status ELSE p.status::text END;
    ELSIF (r.amount, r.currency) IS DISTINCT FROM (p.amount_minor, p.currency::text) THEN
      -- Authentic money of another size: no ticket; it waits in suspense for a person.
      PERFORM ledger_post('suspense', 'suspense:' || p.id, o.id, r.currency, json_build_array(
        json_build_array('psp_clearing', p.provider, r.amount), json_build_array('suspense', '', -r.amount)));
      UPDATE payment SET status = 'failed', provider_ref = coalesce(r.ref, provider_ref), failure = 'amount mismatch'
      WHERE id = p.id AND status IN ('creating', 'requires_action', 'processing');
      verdict := 'mismatch';
    ELSE
      UPDATE payment SET status = 'succeeded', provider_ref = coalesce(r.ref, provider_ref), capture_ref = r.capture_ref,
        failure = NULL, settled_at = app_now() WHERE id = p.id RETURNING * INTO p;
      INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
      VALUES (p.provider, p.capture_ref, 'capture', r.amount, r.currency, 'succeeded') ON CONFLICT (provider, ref) DO NOTHING;
      price := o.price_minor - o.discount_minor;
      PERFORM ledger_post('capture', 'capture:' || p.id, o.id, p.currency, json_build_array(
        json_build_array('psp_clearing', p.provider, p.amount_minor),
        json_build_array('host_escrow', p_event, -price),
        json_build_array('fee_deferred', p_event, price - p.amount_minor)));
      why := CASE
        WHEN e.cancelled_at IS NOT NULL THEN 'event_cancelled'
        WHEN e.state = 2 THEN 'event_over'
        WHEN o.email_norm IS NOT NULL AND o.status IN ('pending', 'expired') AND EXISTS (
          SELECT 1 FROM orders x WHERE x.event_id = p_event AND x.holder_key = 'u:' || o.buyer_id AND x.status = 'paid') THEN 'address_has_ticket'
        WHEN o.status = 'pending' THEN NULL
        WHEN o.status = 'expired' AND e.held + e.sold < e.capacity AND NOT EXISTS (
          SELECT 1 FROM orders x WHERE x.event_id = p_event AND x.holder_key = o.holder_key AND x.status IN ('pending', 'paid')) THEN NULL
        WHEN o.status = 'expired' THEN 'seat_gone'
        WHEN o.status = 'cancelled' THEN 'order_cancelled'
        ELSE 'paid_twice' END;
      changed := true;
      IF o.status = 'pending' THEN e.held := e.held - 1; END IF;
      IF why IS NULL THEN
        e.sold := e.sold + 1;
        e.tickets_issued := e.tickets_issued + 1;
        UPDATE orders SET status = 'paid', paid_at = app_now(), hold_expires_at = NULL, holder_key = 'u:' || o.buyer_id
        WHERE id = o.id AND status = o.status;
        INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code, seat)
        VALUES (r.ticket_id, o.id, p_event, o.buyer_id, 'u:' || o.buyer_id, r.code, e.tickets_issued);
        INSERT INTO outbox (dedupe_key, topic, payload) VALUES ('ticket:' || r.ticket_id, 'TicketIssued',
          jsonb_build_object('ticketId', r.ticket_id, 'orderId', o.id, 'eventUuid', p_event, 'userId', o.buyer_id));
        verdict := 'paid';
      ELSE
        UPDATE orders SET status = 'cancelled' WHERE id = o.id AND status = 'pending';
        PERFORM open_refund(p, o, why);
        verdict := 'refunding';
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;
  IF changed THEN
    UPDATE event SET held = e.held, sold = e.sold, tickets_issued = e.tickets_issued, version = version + 1 WHERE id = p_event;
  END IF;
END $$;
