-- The plain part of settle_payments: payments that were paid in full, each of a pending order that is its buyer's own
-- (not one browser's). A rush settles hundreds of them under one lock of the event, so all of them are one statement.
--
-- Takes: the event's row; the rows of settle_payments.
-- Answers: which rows (n) it settled, their orders and the seat numbers of their tickets, in the order of n; null for
-- none. The caller raises the event's counters.
--
-- Locks: the orders, then the payments, each in the order of their ids. The caller holds the event.
CREATE OR REPLACE FUNCTION settle_plain(
  e event, p_rows json, OUT done int[], OUT done_orders uuid[], OUT done_seats int[])
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
DECLARE
  paid_ids uuid[];
BEGIN
  SELECT array_agg(DISTINCT said.payment_id) INTO paid_ids
  FROM json_to_recordset(p_rows) AS said(payment_id uuid, status text)
  WHERE said.status = 'succeeded';
  IF paid_ids IS NULL OR e.cancelled_at IS NOT NULL
    OR (e.state = 2 AND e.replay_of IS NULL) OR (e.replay_of IS NOT NULL AND e.finished_at IS NOT NULL)
    OR (e.private_for IS NOT NULL AND app_now() >= e.starts_at) THEN
    RETURN;
  END IF;

  PERFORM 1 FROM orders its_order
  WHERE its_order.id IN (SELECT its.order_id FROM payment its WHERE its.id = ANY (paid_ids))
  ORDER BY its_order.id FOR UPDATE;
  PERFORM 1 FROM payment its WHERE its.id = ANY (paid_ids) ORDER BY its.id FOR UPDATE;

  -- The accounts exist before the statement below looks them up.
  PERFORM ledger_account_id(account.kind, account.owner, book.currency)
  FROM
    (SELECT DISTINCT its.provider, its.currency::text FROM payment its WHERE its.id = ANY (paid_ids)) book,
    LATERAL (VALUES
      ('psp_clearing', book.provider), ('host_escrow', e.id::text), ('fee_deferred', e.id::text)) account(kind, owner);

  -- One payment an order: of several the first in the batch.
  WITH firsts AS (
    SELECT DISTINCT ON (its_order.id)
      said.*,
      its_order.id AS order_id,
      its_order.buyer_id,
      person_holder(its_order.buyer_id) AS holder,
      its_order.price_minor - its_order.discount_minor AS price,
      its.provider
    FROM json_to_recordset(p_rows) AS said(
      n int, payment_id uuid, status text, ref text, capture_ref text, amount bigint, currency text,
      ticket_id uuid, code text)
    JOIN payment its ON its.id = said.payment_id
    JOIN orders its_order ON its_order.id = its.order_id
    WHERE said.status = 'succeeded' AND said.capture_ref IS NOT NULL
      AND (said.amount, said.currency) = (its.amount_minor, its.currency::text)
      AND its.status <> 'succeeded'
      AND its_order.status = 'pending' AND its_order.holder_key = person_holder(its_order.buyer_id)
      AND its_order.event_id = e.id
      AND NOT EXISTS (SELECT 1 FROM ledger_tx posted WHERE posted.source_key = 'capture:' || its.id)
    ORDER BY its_order.id, said.n
  ),

  plain AS (
    SELECT
      first.*,
      e.tickets_issued + (row_number() OVER (ORDER BY first.n))::int AS seat,
      nextval('ledger_tx_id_seq') AS tx
    FROM firsts first
  ),

  captured AS (
    UPDATE payment its
    SET status = 'succeeded',
      provider_ref = coalesce(each.ref, its.provider_ref),
      capture_ref = each.capture_ref,
      failure = NULL,
      settled_at = app_now()
    FROM plain each
    WHERE its.id = each.payment_id
  ),

  objects AS (
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    SELECT each.provider, each.capture_ref, 'capture', each.amount, each.currency, 'succeeded'
    FROM plain each
    ON CONFLICT (provider, ref) DO NOTHING
  ),

  posted AS (
    INSERT INTO ledger_tx (id, kind, source_key, order_id, host_id, event_id)
    SELECT each.tx, 'capture', 'capture:' || each.payment_id, each.order_id, e.host_id, e.id FROM plain each
  ),

  entries AS (
    INSERT INTO ledger_entry (tx_id, account_id, amount_minor)
    SELECT each.tx, account.id, line.amount
    FROM plain each
    CROSS JOIN LATERAL (VALUES
      ('psp_clearing', each.provider, each.amount),
      ('host_escrow', e.id::text, -each.price),
      ('fee_deferred', e.id::text, each.price - each.amount)) line(kind, owner, amount)
    JOIN ledger_account account
      ON account.kind = line.kind AND account.owner = line.owner AND account.currency = each.currency
    WHERE line.amount <> 0
  ),

  paid AS (
    UPDATE orders its_order
    SET status = 'paid', paid_at = app_now(), hold_expires_at = NULL, holder_key = each.holder
    FROM plain each
    WHERE its_order.id = each.order_id
  ),

  tickets AS (
    INSERT INTO ticket (
      id, order_id, event_id, holder_id, holder_key, code, seat, self_cancel_hours, self_cancel_percent)
    SELECT
      each.ticket_id, each.order_id, e.id, each.buyer_id, each.holder, each.code, each.seat,
      e.self_cancel_hours, e.self_cancel_percent
    FROM plain each
  ),

  facts AS (
    INSERT INTO outbox (dedupe_key, topic, payload)
    SELECT
      'ticket:' || each.ticket_id,
      'TicketIssued',
      jsonb_build_object(
        'ticketId', each.ticket_id, 'orderId', each.order_id, 'eventUuid', e.id, 'userId', each.buyer_id)
    FROM plain each
  )

  SELECT
    array_agg(each.n ORDER BY each.n),
    array_agg(each.order_id ORDER BY each.n),
    array_agg(each.seat ORDER BY each.n)
  INTO done, done_orders, done_seats
  FROM plain each;
END $$;
