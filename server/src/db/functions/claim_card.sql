-- Counts a payment on the card it is tried with, for every holder of the card. Payments that succeeded are not counted:
-- what was paid is no guessing of cards.
--
-- Takes: the payment; the card's key; how many attempts a card has in so many ms.
-- Answers null where the payment was counted and may go on; else when the card may be tried again.
--
-- Locks: an advisory lock of the card, so that attempts of one card are counted one after the other; then the
-- payment.
CREATE OR REPLACE FUNCTION claim_card(p_payment uuid, p_card text, p_max int, p_ms int)
RETURNS timestamptz
LANGUAGE plpgsql
AS $$
DECLARE
  retry_at timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('card:' || p_card, 0));

  SELECT attempt.created_at + p_ms * interval '1 ms' INTO retry_at
  FROM payment attempt
  WHERE attempt.card_key = p_card AND attempt.id <> p_payment AND attempt.status <> 'succeeded'
    AND attempt.created_at > app_now() - p_ms * interval '1 ms'
  ORDER BY attempt.created_at DESC OFFSET p_max - 1 LIMIT 1;

  IF retry_at IS NULL THEN
    UPDATE payment SET card_key = p_card WHERE id = p_payment;
  END IF;
  RETURN retry_at;
END $$;
