-- The sandbox's bank disputes a capture, all of it or a part, and says so twice.
--
-- Takes: the sandbox's provider name; the dispute's ref there; the capture; the amount; the reason.
-- Locks nothing but the row it writes.
CREATE OR REPLACE FUNCTION sandbox_open_dispute(
  p_provider text, p_ref text, p_capture text, p_amount bigint, p_reason text)
RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO sandbox_dispute (
    ref, provider, capture_ref, amount_minor, currency, status, reason, costs_minor, evidence_due_at)
  SELECT p_ref, p_provider, p_capture, p_amount, x.currency, 'open', p_reason, 1500, app_now() + interval '7 days'
  FROM provider_object x
  WHERE x.provider = p_provider AND x.ref = p_capture AND x.kind = 'capture'
  ON CONFLICT (ref) DO NOTHING;
  IF FOUND THEN
    PERFORM sandbox_webhook_twice(
      CASE p_provider WHEN 'sandbox_card' THEN 'charge.dispute.created' ELSE 'CUSTOMER.DISPUTE.CREATED' END, p_ref);
  END IF;
END $$;
