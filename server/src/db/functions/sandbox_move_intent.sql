-- The card sandbox ends a payment that waits for its buyer: succeeded, failed or canceled. A paid one gets its
-- capture.
--
-- Takes: the payment's ref at the sandbox; the new status; why it failed.
-- Answers its row as it is afterwards; unchanged where it did not wait for anything.
--
-- Locks: the sandbox's payment (by its UPDATE).
CREATE OR REPLACE FUNCTION sandbox_move_intent(p_ref text, p_status text, p_failure text)
RETURNS SETOF sandbox_intent
LANGUAGE plpgsql
AS $$
DECLARE
  moved sandbox_intent;
BEGIN
  UPDATE sandbox_intent
  SET status = p_status, failure = p_failure,
    capture_ref = CASE p_status WHEN 'succeeded' THEN 'ch_sb_' || substr(p_ref, 7) END
  WHERE ref = p_ref AND status = 'requires_action'
  RETURNING * INTO moved;
  IF FOUND THEN
    PERFORM sandbox_webhook_twice('payment_intent.' || p_status, p_ref);
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    SELECT 'sandbox_card', moved.capture_ref, 'capture', moved.amount_minor, moved.currency, 'succeeded'
    WHERE p_status = 'succeeded';
  END IF;
  RETURN QUERY SELECT * FROM sandbox_intent WHERE ref = p_ref;
END $$;
