-- Writes down that the money of a held pass is about to be taken: one payment for the provider, and one for each order
-- at its own amount. All are committed before anybody calls the provider.
--
-- Takes: the purchase; the id of the pass's payment; the id of the first order's payment, which counts the attempt on
-- its card; the provider; whether the card is kept; how many attempts that took no money a buyer has in so many ms.
--
-- Answers a verdict and when the next attempt may begin.
--   begun               the payments are there
--   hold_expired        not every date is held any more: hold the pass again
--   payment_open        a payment of it is under way
--   too_many_attempts   the buyer tried too often
--   paid                it is paid
--
-- Locks: the events, then the orders, each in the order of their ids.
CREATE OR REPLACE FUNCTION pay_pass(
  p_purchase uuid, p_payment uuid, p_first uuid, p_provider text, p_remember boolean, p_attempts_max int,
  p_attempts_ms int, OUT verdict text, OUT retry_at timestamptz)
LANGUAGE plpgsql
AS $$
DECLARE
  buyer bigint;
BEGIN
  PERFORM 1 FROM event
  WHERE id IN (SELECT o.event_id FROM orders o WHERE o.pass_purchase_id = p_purchase)
  ORDER BY id FOR UPDATE;
  PERFORM 1 FROM orders WHERE pass_purchase_id = p_purchase ORDER BY id FOR UPDATE;
  SELECT min(o.buyer_id) INTO buyer FROM orders o WHERE o.pass_purchase_id = p_purchase;

  SELECT attempt.created_at + p_attempts_ms * interval '1 ms' INTO retry_at
  FROM pass_payment attempt
  WHERE attempt.status <> 'succeeded' AND attempt.created_at > app_now() - p_attempts_ms * interval '1 ms'
    AND attempt.purchase_id IN (SELECT o.pass_purchase_id FROM orders o WHERE o.buyer_id = buyer)
  ORDER BY attempt.created_at DESC OFFSET p_attempts_max - 1 LIMIT 1;

  verdict := CASE
    WHEN EXISTS (SELECT 1 FROM pass_payment p WHERE p.purchase_id = p_purchase AND p.status = 'succeeded') THEN 'paid'
    WHEN EXISTS (
      SELECT 1 FROM pass_payment p
      WHERE p.purchase_id = p_purchase AND p.status IN ('creating', 'requires_action', 'processing'))
      THEN 'payment_open'
    WHEN EXISTS (
      SELECT 1 FROM orders o
      WHERE o.pass_purchase_id = p_purchase AND (o.status <> 'pending' OR o.hold_expires_at <= app_now()))
      THEN 'hold_expired'
    WHEN retry_at IS NOT NULL THEN 'too_many_attempts'
    ELSE 'begun'
  END;
  IF verdict <> 'begun' THEN
    RETURN;
  END IF;

  INSERT INTO pass_payment (id, purchase_id, provider, amount_minor, currency, status, remember)
  SELECT p_payment, p_purchase, p_provider, sum(o.total_minor), min(o.currency), 'creating', p_remember
  FROM orders o WHERE o.pass_purchase_id = p_purchase;
  INSERT INTO payment (id, order_id, provider, amount_minor, currency, status, idem_key, pass_payment_id)
  SELECT made.id, made.order_id, p_provider, made.total_minor, made.currency, 'processing', made.id, p_payment
  FROM (
    SELECT
      o.id AS order_id, o.total_minor, o.currency,
      CASE WHEN row_number() OVER (ORDER BY o.event_id) = 1 THEN p_first ELSE gen_random_uuid() END AS id
    FROM orders o WHERE o.pass_purchase_id = p_purchase) made;
END $$;
