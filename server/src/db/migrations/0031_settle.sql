INSERT INTO ledger_account (kind, owner, currency) VALUES
  ('psp_clearing', 'stripe', 'EUR'), ('psp_clearing', 'paypal', 'EUR'), ('psp_clearing', 'sandbox_card', 'EUR'),
  ('psp_clearing', 'sandbox_wallet', 'EUR'), ('refund_clearing', '', 'EUR') ON CONFLICT DO NOTHING;

CREATE FUNCTION ledger_account_id(p_kind text, p_owner text, p_currency text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  found bigint;
BEGIN
  SELECT id INTO found FROM ledger_account WHERE kind = p_kind AND owner = p_owner AND currency = p_currency;
  IF found IS NULL THEN
    INSERT INTO ledger_account (kind, owner, currency) VALUES (p_kind, p_owner, p_currency) ON CONFLICT DO NOTHING;
    SELECT id INTO found FROM ledger_account WHERE kind = p_kind AND owner = p_owner AND currency = p_currency;
  END IF;
  RETURN found;
END $$;

-- One business fact, posted once: source_key is unique, so posting it again changes nothing. Entries are [kind, owner, amount],
-- + debit, - credit; zero amounts are left out.
CREATE FUNCTION ledger_post(p_kind text, p_source text, p_order uuid, p_currency text, p_entries json) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  tx bigint;
BEGIN
  INSERT INTO ledger_tx (kind, source_key, order_id) VALUES (p_kind, p_source, p_order) ON CONFLICT (source_key) DO NOTHING RETURNING id INTO tx;
  IF tx IS NULL THEN RETURN false; END IF;
  INSERT INTO ledger_entry (tx_id, account_id, amount_minor)
  SELECT tx, ledger_account_id(x.value ->> 0, x.value ->> 1, p_currency), (x.value ->> 2)::bigint
  FROM json_array_elements(p_entries) x WHERE (x.value ->> 2)::bigint <> 0;
  RETURN true;
END $$;

-- Puts a refund on the way for a captured payment. The caller holds event, order and payment.
CREATE FUNCTION open_refund(p_payment payment, p_order orders, p_reason text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  made uuid := gen_random_uuid();
  price bigint := p_order.price_minor - p_order.discount_minor;
BEGIN
  INSERT INTO refund (id, payment_id, reason, amount_minor, status) VALUES (made, p_payment.id, p_reason, p_payment.amount_minor, 'requested');
  PERFORM ledger_post('refund_request', 'refund_request:' || made, p_order.id, p_payment.currency, json_build_array(
    json_build_array('host_escrow', p_order.event_id, price),
    json_build_array('fee_deferred', p_order.event_id, p_payment.amount_minor - price),
    json_build_array('refund_clearing', '', -p_payment.amount_minor)));
  INSERT INTO outbox (dedupe_key, topic, payload) VALUES ('refund_request:' || made, 'RefundRequested', jsonb_build_object('refundId', made));
  RETURN made;
END $$;

-- Fulfilment: what a provider said about payments, applied any number of times by purchase answer, browser return, webhook
-- and sweeper. Amount and currency are compared here, on every path. Money that comes for a seat that is gone takes a free
-- one or goes back in the same transaction.
-- Rows: n, payment_id, status, ref, capture_ref, amount, currency, failure, ticket_id, code.
CREATE FUNCTION settle_payments(p_event uuid, p_rows json)
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
BEGIN
  SELECT * INTO e FROM event WHERE id = p_event FOR UPDATE;
  FOR r IN SELECT x.* FROM json_to_recordset(p_rows) AS x(n int, payment_id uuid, status text, ref text, capture_ref text, amount bigint,
    currency text, failure text, ticket_id uuid, code text) ORDER BY x.n
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
        UPDATE orders SET status = 'paid', paid_at = app_now(), hold_expires_at = NULL WHERE id = o.id AND status = o.status;
        INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code, seat)
        VALUES (r.ticket_id, o.id, p_event, o.buyer_id, o.holder_key, r.code, e.tickets_issued);
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

-- Takes tickets back in full (price and fee): ticket voided, seat freed, money on its way, in one transaction. Named orders, or
-- the next p_limit paid ones of the event. Free orders are done at once. Answers how many.
CREATE FUNCTION refund_orders(p_event uuid, p_reason text, p_orders uuid[], p_limit int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  o orders;
  p payment;
  done int := 0;
BEGIN
  PERFORM 1 FROM event WHERE id = p_event FOR UPDATE;
  FOR o IN SELECT * FROM orders x WHERE x.event_id = p_event AND x.status = 'paid' AND (p_orders IS NULL OR x.id = ANY (p_orders))
    ORDER BY x.id LIMIT p_limit FOR UPDATE
  LOOP
    SELECT * INTO p FROM payment y WHERE y.order_id = o.id AND y.status = 'succeeded'
      AND NOT EXISTS (SELECT 1 FROM refund f WHERE f.payment_id = y.id AND f.status <> 'failed') FOR UPDATE;
    UPDATE ticket SET voided_at = app_now() WHERE order_id = o.id AND voided_at IS NULL;
    UPDATE orders SET status = 'refunding' WHERE id = o.id AND status = 'paid';
    IF p.amount_minor > 0 THEN
      PERFORM open_refund(p, o, p_reason);
    ELSE
      UPDATE orders SET status = 'refunded' WHERE id = o.id AND status = 'refunding';
    END IF;
    done := done + 1;
  END LOOP;
  IF done > 0 THEN UPDATE event SET sold = sold - done, version = version + 1 WHERE id = p_event; END IF;
  RETURN done;
END $$;

-- Lets go of every unpaid seat of a cancelled event.
CREATE FUNCTION cancel_holds(p_event uuid) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  freed int;
BEGIN
  PERFORM 1 FROM event WHERE id = p_event FOR UPDATE;
  WITH gone AS (UPDATE orders SET status = 'cancelled' WHERE event_id = p_event AND status = 'pending' RETURNING 1)
  SELECT count(*) INTO freed FROM gone;
  IF freed > 0 THEN UPDATE event SET held = held - freed, version = version + 1 WHERE id = p_event; END IF;
  RETURN freed;
END $$;

-- The provider's word on a refund, applied once. A definite "no" is counted so that the next try gets a new provider key.
CREATE FUNCTION settle_refund(p_refund uuid, p_status text, p_ref text, p_retry_seconds int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  f refund;
  p payment;
  o orders;
BEGIN
  SELECT * INTO o FROM orders WHERE id = (SELECT y.order_id FROM refund x JOIN payment y ON y.id = x.payment_id WHERE x.id = p_refund) FOR UPDATE;
  SELECT * INTO p FROM payment WHERE id = (SELECT x.payment_id FROM refund x WHERE x.id = p_refund) FOR UPDATE;
  SELECT * INTO f FROM refund WHERE id = p_refund FOR UPDATE;
  IF f.status = 'succeeded' THEN RETURN 'already'; END IF;
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

-- States move forward only, whoever writes.
CREATE FUNCTION forward_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status::text || '>' || NEW.status::text <> ALL (TG_ARGV) THEN
    RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.status, NEW.status USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER orders_forward BEFORE UPDATE OF status ON orders FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only('pending>paid', 'pending>expired', 'pending>cancelled', 'expired>paid', 'paid>refunding', 'refunding>refunded');
CREATE TRIGGER payment_forward BEFORE UPDATE OF status ON payment FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only('creating>requires_action', 'creating>processing', 'creating>succeeded', 'creating>failed', 'creating>canceled',
    'requires_action>processing', 'requires_action>succeeded', 'requires_action>failed', 'requires_action>canceled',
    'processing>succeeded', 'processing>failed', 'processing>canceled', 'failed>succeeded', 'canceled>succeeded');
CREATE TRIGGER refund_forward BEFORE UPDATE OF status ON refund FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only('requested>pending', 'requested>succeeded', 'requested>failed', 'pending>succeeded', 'pending>requested', 'pending>failed');
