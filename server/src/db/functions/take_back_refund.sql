-- A refund that had succeeded came back: the card is closed, or the bank does not take the money. The books say so,
-- and the refund is due again under a new provider key; at once the first time, after p_again_seconds from then on,
-- p_again_max times in all. After that it stays due and nobody asks for it by themselves. The order stays refunded:
-- its ticket is void, and the money is owed. Of a pass's charge each order has a part of the refund
-- (follow_pass_refund).
--
-- Takes: the payment; the provider's name for the refund; the seconds between attempts; how many there are.
-- Answers: due, given_up, or null where there is nothing to take back.
--
-- Locks: the order, the payment, the refund.
CREATE OR REPLACE FUNCTION take_back_refund(p_payment uuid, p_ref text, p_again_seconds int, p_again_max int)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  the_refund refund;
  the_payment payment;
  the_order orders;
BEGIN
  SELECT * INTO the_order FROM orders
  WHERE id = (SELECT its.order_id FROM payment its WHERE its.id = p_payment)
  FOR UPDATE;
  SELECT * INTO the_payment FROM payment WHERE id = p_payment FOR UPDATE;
  SELECT * INTO the_refund FROM refund
  WHERE payment_id = p_payment AND split_part(provider_ref, '#', 1) = p_ref AND status = 'succeeded'
  FOR UPDATE;
  IF the_refund.id IS NULL THEN
    RETURN NULL;
  END IF;

  UPDATE refund
  SET status = 'requested', provider_ref = NULL, provider_failures = provider_failures + 1, taken_back = taken_back + 1,
    next_at = CASE
      WHEN taken_back >= p_again_max THEN 'infinity'
      ELSE app_now() + CASE WHEN taken_back > 0 THEN p_again_seconds ELSE 0 END * interval '1 s'
    END
  WHERE id = the_refund.id;
  INSERT INTO refund_failure (refund_id, why)
  VALUES (
    the_refund.id,
    CASE WHEN the_refund.taken_back >= p_again_max THEN 'returned_finally' ELSE 'returned' END);
  UPDATE provider_object SET status = 'failed' WHERE provider = the_payment.provider AND ref = the_refund.provider_ref;
  PERFORM ledger_post(
    'refund_reversal', 'refund_reversal:' || the_refund.id || ':' || the_refund.taken_back + 1,
    the_order.id, the_payment.currency, json_build_array(
      json_build_array('refund_clearing', '', -the_refund.amount_minor),
      json_build_array('psp_clearing', the_payment.provider, the_refund.amount_minor)));
  RETURN CASE WHEN the_refund.taken_back >= p_again_max THEN 'given_up' ELSE 'due' END;
END $$;
