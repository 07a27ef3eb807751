-- Writes down what a provider said about payments of one event: purchase answer, browser return, webhook and sweeper
-- all end here, so the same may be said any number of times and in any order. Money that fits makes a ticket; money
-- that comes too late, or to the wrong order, is refunded in the same transaction.
--
-- Takes: the event; what was said as a JSON array of: n (its place in the batch), payment_id, status (of the
-- payment), ref and capture_ref (the provider's names for the payment and for its money), amount, currency, failure,
-- ticket_id and code (of the ticket, should there be one).
--
-- Answers one row each: n, the verdict, the order, the seat number of a ticket that was made together with others,
-- the time.
--   paid        the order is paid and has its ticket
--   already     the payment was settled before: nothing changed
--   refunding   the money was taken, no ticket is made of it, and a refund is on its way. The refund's reason says why:
--               event_cancelled, event_over, replay_removed, meeting_begun, address_has_ticket, seat_gone,
--               order_cancelled, paid_twice
--   mismatch    money of another amount or currency: no ticket; it waits in the account `suspense` for a person
--   requires_action, processing, failed, canceled   the payment's status; no money was taken
--
-- Locks, in this order: the event; the orders and payments (all plain ones first, see settle_plain, then one by one).
CREATE OR REPLACE FUNCTION settle_payments(p_event uuid, p_rows json)
RETURNS TABLE (n int, verdict text, order_id uuid, seat int, at timestamptz)
LANGUAGE plpgsql
-- Planned once and always by key: a plan made while a table was nearly empty would read all of it later.
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
AS $$
#variable_conflict use_column
DECLARE
  the_event event;
  said record;
  the_order orders;
  the_payment payment;
  price bigint;
  refund_reason text;
  changed boolean := false;
  done int[];
  done_orders uuid[];
  done_seats int[];
BEGIN
  SELECT * INTO the_event FROM event WHERE id = p_event FOR UPDATE;

  -- What nearly all of them are is settled by one statement.
  SELECT plain.done, plain.done_orders, plain.done_seats INTO done, done_orders, done_seats
  FROM settle_plain(the_event, p_rows) plain;
  IF done IS NOT NULL THEN
    changed := true;
    the_event.held := the_event.held - cardinality(done);
    the_event.sold := the_event.sold + cardinality(done);
    the_event.tickets_issued := the_event.tickets_issued + cardinality(done);
    RETURN QUERY
    SELECT plain.n, 'paid', plain.order_id, plain.seat, app_now()
    FROM unnest(done, done_orders, done_seats) AS plain(n, order_id, seat);
  END IF;

  -- The others are looked at one by one.
  FOR said IN
    SELECT each.*
    FROM json_to_recordset(p_rows) AS each(
      n int, payment_id uuid, status text, ref text, capture_ref text, amount bigint, currency text, failure text,
      ticket_id uuid, code text)
    WHERE done IS NULL OR each.n <> ALL (done)
    ORDER BY each.n
  LOOP
    n := said.n;
    SELECT * INTO the_order FROM orders
    WHERE id = (SELECT its.order_id FROM payment its WHERE its.id = said.payment_id)
    FOR UPDATE;
    SELECT * INTO the_payment FROM payment WHERE id = said.payment_id FOR UPDATE;
    order_id := the_order.id;
    at := app_now();

    IF the_payment.status = 'succeeded' THEN
      verdict := 'already';

    ELSIF said.status <> 'succeeded' THEN
      UPDATE payment
      SET status = said.status::payment_status,
        provider_ref = coalesce(said.ref, provider_ref),
        failure = coalesce(said.failure, failure)
      WHERE id = the_payment.id
        AND CASE said.status
          WHEN 'requires_action' THEN status IN ('creating', 'requires_action')
          WHEN 'processing' THEN status IN ('creating', 'requires_action', 'processing')
          ELSE status IN ('creating', 'requires_action', 'processing')
        END;
      verdict := CASE WHEN FOUND THEN said.status ELSE the_payment.status::text END;

    ELSIF (said.amount, said.currency) IS DISTINCT FROM (the_payment.amount_minor, the_payment.currency::text) THEN
      PERFORM ledger_post(
        'suspense', 'suspense:' || the_payment.id, the_order.id, said.currency, json_build_array(
          json_build_array('psp_clearing', the_payment.provider, said.amount),
          json_build_array('suspense', '', -said.amount)));
      UPDATE payment
      SET status = 'failed', provider_ref = coalesce(said.ref, provider_ref), failure = 'amount mismatch'
      WHERE id = the_payment.id AND status IN ('creating', 'requires_action', 'processing');
      verdict := 'mismatch';

    ELSE
      -- The money is taken: that stands whatever becomes of the order.
      UPDATE payment
      SET status = 'succeeded',
        provider_ref = coalesce(said.ref, provider_ref),
        capture_ref = said.capture_ref,
        failure = NULL,
        settled_at = app_now()
      WHERE id = the_payment.id
      RETURNING * INTO the_payment;
      INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
      VALUES (
        the_payment.provider, the_payment.capture_ref, 'capture', said.amount, said.currency, 'succeeded')
      ON CONFLICT (provider, ref) DO NOTHING;
      price := the_order.price_minor - the_order.discount_minor;
      PERFORM ledger_post(
        'capture', 'capture:' || the_payment.id, the_order.id, the_payment.currency, json_build_array(
          json_build_array('psp_clearing', the_payment.provider, the_payment.amount_minor),
          json_build_array('host_escrow', p_event, -price),
          json_build_array('fee_deferred', p_event, price - the_payment.amount_minor)));

      -- Null: the order gets its ticket. An expired order takes a seat again while there is one; of several orders of
      -- one address the first that is paid has the ticket.
      refund_reason := CASE
        WHEN the_event.cancelled_at IS NOT NULL THEN 'event_cancelled'
        WHEN the_event.replay_of IS NOT NULL AND the_event.finished_at IS NOT NULL THEN 'replay_removed'
        WHEN the_event.state = 2 AND the_event.replay_of IS NULL THEN 'event_over'
        WHEN the_event.private_for IS NOT NULL AND app_now() >= the_event.starts_at THEN 'meeting_begun'
        WHEN the_order.holder_key <> person_holder(the_order.buyer_id) AND the_order.status IN ('pending', 'expired')
          AND EXISTS (
          SELECT 1 FROM orders other
          WHERE other.event_id = p_event AND other.holder_key = person_holder(the_order.buyer_id)
            AND other.status = 'paid')
          THEN 'address_has_ticket'
        WHEN the_order.status = 'pending' THEN NULL
        WHEN the_order.status = 'expired' AND the_event.held + the_event.sold < seats_for_sale(the_event)
          AND NOT EXISTS (
          SELECT 1 FROM orders other
          WHERE other.event_id = p_event AND other.holder_key = the_order.holder_key
            AND other.status IN ('pending', 'paid'))
          THEN NULL
        WHEN the_order.status = 'expired' AND EXISTS (
          SELECT 1 FROM orders other
          WHERE other.event_id = p_event AND other.holder_key = the_order.holder_key AND other.status = 'paid')
          THEN 'address_has_ticket'
        WHEN the_order.status = 'expired' THEN 'seat_gone'
        WHEN the_order.status = 'cancelled' THEN 'order_cancelled'
        ELSE 'paid_twice'
      END;

      changed := true;
      IF the_order.status = 'pending' THEN
        the_event.held := the_event.held - 1;
      END IF;

      IF refund_reason IS NULL THEN
        the_event.sold := the_event.sold + 1;
        the_event.tickets_issued := the_event.tickets_issued + 1;
        -- A paid order is held under the person. An unpaid one of the same person makes room for it under a key of
        -- its own.
        UPDATE orders
        SET holder_key = open_holder(buyer_id, id::text)
        WHERE event_id = p_event AND holder_key = person_holder(the_order.buyer_id)
          AND status = 'pending' AND id <> the_order.id;
        UPDATE orders
        SET status = 'paid', paid_at = app_now(), hold_expires_at = NULL, holder_key = person_holder(the_order.buyer_id)
        WHERE id = the_order.id AND status = the_order.status;
        INSERT INTO ticket (
          id, order_id, event_id, holder_id, holder_key, code,
          seat, self_cancel_hours, self_cancel_percent)
        VALUES (
          said.ticket_id, the_order.id, p_event, the_order.buyer_id, person_holder(the_order.buyer_id), said.code,
          the_event.tickets_issued, the_event.self_cancel_hours, the_event.self_cancel_percent);
        INSERT INTO outbox (dedupe_key, topic, payload)
        VALUES (
          'ticket:' || said.ticket_id,
          'TicketIssued',
          jsonb_build_object(
            'ticketId', said.ticket_id, 'orderId', the_order.id, 'eventUuid', p_event, 'userId', the_order.buyer_id));
        verdict := 'paid';
      ELSE
        UPDATE orders SET status = 'cancelled' WHERE id = the_order.id AND status = 'pending';
        PERFORM open_refund(the_payment, the_order, refund_reason, price, the_payment.amount_minor - price);
        verdict := 'refunding';
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;

  IF changed THEN
    UPDATE event
    SET held = the_event.held,
      sold = the_event.sold,
      tickets_issued = the_event.tickets_issued,
      version = version + 1
    WHERE id = p_event;
  END IF;
END $$;
