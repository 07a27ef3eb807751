-- The wallet sandbox takes the money of an approved order, once.
--
-- Takes: the order's ref. Answers the order's row as it is afterwards: COMPLETED where it was approved, else
-- unchanged.
--
-- Locks: the sandbox's order (by its UPDATE).
CREATE OR REPLACE FUNCTION sandbox_capture(p_ref text)
RETURNS SETOF sandbox_wallet_order
LANGUAGE plpgsql
AS $$
DECLARE
  captured sandbox_wallet_order;
BEGIN
  UPDATE sandbox_wallet_order
  SET status = 'COMPLETED', capture_ref = 'cap_sb_' || p_ref
  WHERE ref = p_ref AND status = 'APPROVED'
  RETURNING * INTO captured;
  IF FOUND THEN
    PERFORM sandbox_webhook_twice('PAYMENT.CAPTURE.COMPLETED', p_ref);
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    VALUES (
      'sandbox_wallet', captured.capture_ref, 'capture', captured.amount_minor, captured.currency, 'succeeded');
  END IF;
  RETURN QUERY SELECT * FROM sandbox_wallet_order WHERE ref = p_ref;
END $$;
