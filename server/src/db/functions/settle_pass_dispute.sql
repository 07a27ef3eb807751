-- Writes down what a provider says of a dispute of the one charge of a pass: each order has its own dispute for
-- the part that it bears, under the provider's name and, after the first, '#2', '#3' and so on. The amount is taken
-- from what was not refunded, order by order; what is beyond all of that, and the costs, are the first one's.
--
-- Takes: provider and capture; else as settle_dispute. The version is the sum of those of the disputes.
-- Answers as settle_dispute.
--
-- Locks: the events, then as settle_dispute for each of them.
CREATE OR REPLACE FUNCTION settle_pass_dispute(
  p_provider text, p_capture text, p_ref text, p_version int, p_status dispute_status, p_amount bigint,
  p_currency text, p_costs bigint, p_reason text, p_due timestamptz, p_claim_seconds int)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  shares payment[];
  was dispute;
  amounts bigint[] := '{}';
  known bigint;
  amount_left bigint := p_amount;
  part bigint;
  said text;
  verdict text := 'already';
BEGIN
  PERFORM 1 FROM event
  WHERE id IN (
    SELECT o.event_id FROM payment p JOIN orders o ON o.id = p.order_id
    WHERE p.provider = p_provider AND p.capture_ref = p_capture)
  ORDER BY id FOR UPDATE;
  SELECT array_agg(p ORDER BY o.event_id) INTO shares
  FROM payment p JOIN orders o ON o.id = p.order_id
  WHERE p.provider = p_provider AND p.capture_ref = p_capture;
  SELECT coalesce(sum(d.version), 0), sum(d.amount_minor) INTO part, known
  FROM dispute d WHERE d.provider = p_provider AND split_part(d.provider_ref, '#', 1) = p_ref;
  IF part <> p_version THEN
    RETURN 'superseded';
  END IF;

  -- An amount that is as it was keeps its parts: refunds that ended because of the dispute must not move them.
  FOR n IN 1 .. cardinality(shares) LOOP
    IF known = p_amount THEN
      SELECT d.amount_minor INTO part FROM dispute d
      WHERE d.provider = p_provider AND d.payment_id = shares[n].id
        AND split_part(d.provider_ref, '#', 1) = p_ref;
      part := coalesce(part, 0);
    ELSE
      SELECT least(amount_left, shares[n].amount_minor - coalesce(sum(r.amount_minor), 0)) INTO part
      FROM refund r WHERE r.payment_id = shares[n].id AND r.status = 'succeeded';
    END IF;
    amounts := amounts || part;
    amount_left := amount_left - part;
  END LOOP;
  amounts[1] := amounts[1] + amount_left;

  FOR n IN 1 .. cardinality(shares) LOOP
    SELECT * INTO was FROM dispute d
    WHERE d.provider = p_provider AND d.payment_id = shares[n].id AND split_part(d.provider_ref, '#', 1) = p_ref;
    CONTINUE WHEN amounts[n] = 0 AND was.id IS NULL AND n > 1;
    said := settle_dispute(
      shares[n].id, p_ref || CASE WHEN n > 1 THEN '#' || n ELSE '' END, coalesce(was.version, 0), p_status, amounts[n],
      p_currency, CASE WHEN n = 1 THEN p_costs ELSE 0 END, p_reason, p_due, p_claim_seconds);
    IF said <> 'already' AND verdict = 'already' THEN
      verdict := said;
    END IF;
  END LOOP;
  RETURN verdict;
END $$;
