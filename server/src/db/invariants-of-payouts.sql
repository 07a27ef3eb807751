-- What must hold of payouts to hosts after any story, as in invariants.sql.
-- name: P01 payout_clearing of a host equals the payouts that are on their way
SELECT coalesce(c.owner, o.owner)
FROM (
  SELECT a.owner, a.currency, -sum(e.amount_minor) b FROM ledger_account a
  JOIN ledger_entry e ON e.account_id = a.id
  WHERE a.kind = 'payout_clearing'
  GROUP BY 1, 2) c
FULL JOIN (
  SELECT host_id::text AS owner, currency, sum(amount_minor) b FROM payout
  WHERE status IN ('requested', 'sent')
  GROUP BY 1, 2) o USING (owner, currency)
WHERE coalesce(c.b, 0) <> coalesce(o.b, 0);
-- name: P02 a payout is posted once for each state it went through, and took of the host what its state says
SELECT p.id FROM payout p
LEFT JOIN ledger_tx t ON t.kind LIKE 'payout\_%' AND split_part(t.source_key, ':', 2) = p.id::text
LEFT JOIN ledger_entry e ON e.tx_id = t.id
LEFT JOIN ledger_account a ON a.id = e.account_id
GROUP BY p.id
HAVING coalesce(
    sum(e.amount_minor) FILTER (
      WHERE a.kind = 'host_payable' AND a.owner = p.host_id::text AND a.currency = p.currency),
    0) <> CASE WHEN p.status IN ('failed', 'returned') THEN 0 ELSE p.amount_minor END
  OR array_agg(DISTINCT t.kind ORDER BY t.kind) IS DISTINCT FROM CASE p.status
    WHEN 'paid' THEN ARRAY['payout_paid', 'payout_request']
    WHEN 'failed' THEN ARRAY['payout_failed', 'payout_request']
    WHEN 'returned' THEN ARRAY['payout_paid', 'payout_request', 'payout_returned']
    ELSE ARRAY['payout_request']
  END;
-- name: P03 no phantom posting of a payout
SELECT t.id FROM ledger_tx t
WHERE t.kind IN ('payout_request', 'payout_paid', 'payout_failed', 'payout_returned')
  AND NOT EXISTS (SELECT 1 FROM payout p WHERE t.source_key = t.kind || ':' || p.id);
-- name: P04 the books of the sandbox bank are ours: no other amount, nothing twice, nothing it does not know
SELECT coalesce(p.id::text, b.payout_id)
FROM (SELECT * FROM payout WHERE kind = 'sandbox' AND status <> 'requested') p
FULL JOIN sandbox_bank_transfer b ON b.payout_id = p.id::text
WHERE (b.payout_id IS NULL OR b.amount_minor <> p.amount_minor OR b.currency <> p.currency)
  OR (p.id IS NULL AND NOT EXISTS (
    SELECT 1 FROM payout w WHERE w.id::text = b.payout_id AND w.status = 'requested'))
  OR (p.status = 'paid' AND b.status NOT IN ('paid', 'returned'))
  OR (p.status = 'failed' AND b.status <> 'rejected')
  OR (p.status = 'returned' AND b.status <> 'returned');
-- name: P05 a payout by bank transfer is in one file with its amount, unless it failed; a file is the sum of its lines
SELECT p.id FROM payout p
LEFT JOIN sepa_line l ON l.payout_id = p.id
WHERE p.kind = 'sepa' AND p.status <> 'requested'
  AND (l.file_id IS NULL AND p.status <> 'failed' OR l.amount_minor <> p.amount_minor OR p.currency <> 'EUR')
UNION ALL
SELECT f.id FROM sepa_file f
LEFT JOIN sepa_line l ON l.file_id = f.id
GROUP BY f.id
HAVING f.total_minor <> coalesce(sum(l.amount_minor), 0);
-- name: P06 a payout that ended was told once for each end (delivered facts go after 90 days)
SELECT p.id FROM payout p
LEFT JOIN outbox b ON b.dedupe_key = 'payout_' || p.status || ':' || p.id
WHERE p.status IN ('paid', 'failed', 'returned')
  AND coalesce(p.ended_at, p.paid_at) > app_now() - interval '90 days'
GROUP BY p.id
HAVING count(b.id) <> 1;
-- name: P07 a host with payout methods has one default
SELECT host_id FROM payout_method GROUP BY host_id HAVING count(*) FILTER (WHERE is_default) <> 1;
