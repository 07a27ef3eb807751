-- Writes down what a provider said about the payment of a pass. Purchase answer, browser return, webhook and sweeper
-- all end here, so the same may be said any number of times and in any order. Money that fits is settled for each order
-- as any other payment is: its ticket, or a refund of its share where the date has no seat for it any more.
--
-- Takes: the payment of the pass; what was said: status, the provider's names for payment and money, amount, currency,
-- failure; ids and codes of tickets as a JSON array of {ticket_id, code}, one for each date.
--
-- Answers:
--   paid        at least one date has its ticket
--   already     it was settled before
--   refunding   the money was taken, and all of it is refunded
--   mismatch    money of another amount or currency: it waits in the account `suspense` for a person
--   requires_action, processing, failed, canceled   the payment's status; no money was taken
--
-- Locks: the events, then the orders, each in the order of their ids; then the payments.
CREATE OR REPLACE FUNCTION settle_pass(
  p_payment uuid, p_status text, p_ref text, p_capture text, p_amount bigint, p_currency text, p_failure text,
  p_tickets json)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  the_purchase uuid := (SELECT purchase_id FROM pass_payment WHERE id = p_payment);
  the_payment pass_payment;
  its record;
  verdict text := 'refunding';
BEGIN
  PERFORM 1 FROM event
  WHERE id IN (SELECT o.event_id FROM orders o WHERE o.pass_purchase_id = the_purchase)
  ORDER BY id FOR UPDATE;
  PERFORM 1 FROM orders WHERE pass_purchase_id = the_purchase ORDER BY id FOR UPDATE;
  SELECT * INTO the_payment FROM pass_payment WHERE id = p_payment FOR UPDATE;
  IF the_payment.status = 'succeeded' THEN
    RETURN 'already';
  END IF;

  IF p_status <> 'succeeded' THEN
    UPDATE pass_payment
    SET status = p_status::payment_status, provider_ref = coalesce(p_ref, provider_ref),
      failure = coalesce(p_failure, failure)
    WHERE id = p_payment AND CASE p_status
      WHEN 'requires_action' THEN status IN ('creating', 'requires_action')
      ELSE status IN ('creating', 'requires_action', 'processing') END
    RETURNING * INTO the_payment;
    IF the_payment.status IN ('failed', 'canceled') THEN
      UPDATE payment SET status = the_payment.status, failure = the_payment.failure
      WHERE pass_payment_id = p_payment AND status = 'processing';
    END IF;
    RETURN (SELECT status FROM pass_payment WHERE id = p_payment);
  END IF;

  IF (p_amount, p_currency) IS DISTINCT FROM (the_payment.amount_minor, the_payment.currency::text) THEN
    PERFORM ledger_post(
      'suspense', 'suspense:' || p_payment,
      (SELECT o.id FROM orders o WHERE o.pass_purchase_id = the_purchase ORDER BY o.event_id LIMIT 1),
      p_currency, json_build_array(
        json_build_array('psp_clearing', the_payment.provider, p_amount),
        json_build_array('suspense', '', -p_amount)));
    UPDATE pass_payment SET status = 'failed', provider_ref = coalesce(p_ref, provider_ref), failure = 'amount mismatch'
    WHERE id = p_payment AND status IN ('creating', 'requires_action', 'processing');
    UPDATE payment SET status = 'failed', failure = 'amount mismatch'
    WHERE pass_payment_id = p_payment AND status = 'processing';
    RETURN 'mismatch';
  END IF;

  UPDATE pass_payment
  SET status = 'succeeded', provider_ref = coalesce(p_ref, provider_ref), capture_ref = p_capture, failure = NULL,
    settled_at = app_now()
  WHERE id = p_payment;
  -- One capture for all orders: each of them would otherwise note it at its own amount.
  INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
  VALUES (the_payment.provider, p_capture, 'capture', p_amount, p_currency, 'succeeded')
  ON CONFLICT (provider, ref) DO NOTHING;
  FOR its IN
    SELECT share.id, share.amount_minor, o.event_id,
      p_tickets -> (row_number() OVER () - 1)::int AS ticket
    FROM payment share JOIN orders o ON o.id = share.order_id JOIN event e ON e.id = o.event_id
    WHERE share.pass_payment_id = p_payment
    -- In the order of their dates, in which the buyer is emailed the tickets.
    ORDER BY e.starts_at, e.id
  LOOP
    IF 'paid' = (
      SELECT settled.verdict FROM settle_payments(its.event_id, json_build_array(json_build_object(
        'n', 1, 'payment_id', its.id, 'status', 'succeeded', 'capture_ref', p_capture, 'amount', its.amount_minor,
        'currency', p_currency, 'ticket_id', its.ticket ->> 'ticket_id', 'code', its.ticket ->> 'code'))) settled)
    THEN
      verdict := 'paid';
    END IF;
  END LOOP;
  RETURN verdict;
END $$;
