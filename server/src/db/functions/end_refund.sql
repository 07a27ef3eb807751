-- Ends a refund that the provider has not made, because its payment is disputed: what it asked for is with the host
-- and with us again, where the dispute can take it. While a dispute is open or lost the buyer gets nothing else.
--
-- Takes: the refund; the number of the attempt (the claim) that found that the provider has not made it.
-- Answers whether it ended now; false: another worker has the claim, it is settled, or nothing is disputed any more.
--
-- Locks: the event, the order, the payment, the refund.
CREATE OR REPLACE FUNCTION end_refund(p_refund uuid, p_attempt int)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  the_refund refund;
  the_payment payment;
  the_order orders;
  the_dispute dispute;
  host record;
  fee record;
BEGIN
  SELECT o.* INTO the_order FROM refund r JOIN payment p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id
  WHERE r.id = p_refund;
  PERFORM 1 FROM event WHERE id = the_order.event_id FOR UPDATE;
  SELECT * INTO the_order FROM orders WHERE id = the_order.id FOR UPDATE;
  SELECT * INTO the_payment FROM payment
  WHERE id = (SELECT r.payment_id FROM refund r WHERE r.id = p_refund)
  FOR UPDATE;
  SELECT * INTO the_refund FROM refund WHERE id = p_refund FOR UPDATE;
  SELECT * INTO the_dispute FROM dispute
  WHERE payment_id = the_payment.id AND status <> 'won'
  ORDER BY status, opened_at, id LIMIT 1;
  IF the_dispute.id IS NULL OR the_refund.attempts <> p_attempt OR the_refund.status NOT IN ('requested', 'pending')
  THEN
    RETURN false;
  END IF;

  UPDATE refund SET status = 'failed', provider_ref = NULL WHERE id = the_refund.id;
  INSERT INTO refund_failure (refund_id, why) VALUES (the_refund.id, 'disputed');
  host := own_side('host', the_payment, the_order);
  fee := own_side('fee', the_payment, the_order);
  PERFORM ledger_post(
    'refund_ended', 'refund_ended:' || the_refund.id || ':' || p_attempt, the_order.id, the_payment.currency,
    json_build_array(
      json_build_array('refund_clearing', '', the_refund.amount_minor),
      json_build_array(host.kind, host.owner, -the_refund.price_minor),
      json_build_array(fee.kind, fee.owner, -the_refund.fee_minor)));
  IF paid_its_order(the_payment, the_order) THEN
    UPDATE orders
    SET refunded_price_minor = refunded_price_minor - the_refund.price_minor,
      refunded_fee_minor = refunded_fee_minor - the_refund.fee_minor
    WHERE id = the_order.id
    RETURNING * INTO the_order;
  END IF;
  PERFORM split_dispute(the_dispute, the_dispute.status, the_dispute.amount_minor, the_dispute.costs_minor,
    the_payment, the_order);
  RETURN true;
END $$;
