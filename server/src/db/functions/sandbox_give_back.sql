-- The sandbox gives money back, once per refund id, never more of a capture than was captured,
-- and nothing of one that is disputed or was lost to a dispute.
--
-- Takes: the sandbox's provider name; the ref of the refund there; our refund's id; the capture; amount and currency.
-- Answers the refund's row: made now or before; no row where it would be too much.
--
-- Locks nothing but the row it writes.
CREATE OR REPLACE FUNCTION sandbox_give_back(
  p_provider text, p_ref text, p_refund text, p_capture text, p_amount bigint, p_currency text)
RETURNS SETOF sandbox_refund
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO sandbox_refund (ref, refund_id, capture_ref, amount_minor, currency, status)
  SELECT p_ref, p_refund, p_capture, p_amount, p_currency, 'succeeded'
  FROM provider_object captured
  WHERE captured.provider = p_provider AND captured.ref = p_capture AND captured.kind = 'capture'
    AND captured.amount_minor >= p_amount + (
      SELECT coalesce(sum(given.amount_minor), 0) FROM sandbox_refund given
      WHERE given.capture_ref = p_capture AND given.status <> 'failed')
    AND NOT EXISTS (SELECT 1 FROM sandbox_dispute d WHERE d.capture_ref = p_capture AND d.status <> 'won')
  ON CONFLICT (refund_id) DO NOTHING;
  IF FOUND THEN
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    VALUES (p_provider, p_ref, 'refund', p_amount, p_currency, 'succeeded');
  END IF;
  RETURN QUERY SELECT * FROM sandbox_refund WHERE refund_id = p_refund;
END $$;
