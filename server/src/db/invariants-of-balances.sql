-- What must hold of the money of hosts after any story: see invariants.sql.
-- name: H11 only delivered events are released, once, three days after their end
SELECT e.id FROM event e
WHERE e.released_at IS NOT NULL AND e.replay_of IS NULL
  AND (e.cancelled_at IS NOT NULL OR e.finished_at IS NULL OR e.released_at < e.finished_at + interval '3 days')
UNION ALL
SELECT e.id FROM ledger_tx t
JOIN event e ON t.source_key = 'release:' || e.id
WHERE t.kind = 'release' AND e.released_at IS NULL;
-- name: H12 a released event holds no escrow and no fee (late money is refunded in the transaction that takes it)
SELECT e.id, a.kind FROM event e
JOIN ledger_account a ON a.kind IN ('host_escrow', 'fee_deferred') AND a.owner = e.id::text
JOIN ledger_entry x ON x.account_id = a.id
WHERE e.released_at IS NOT NULL AND e.replay_of IS NULL
GROUP BY e.id, a.kind
HAVING sum(x.amount_minor) <> 0;
-- name: H13 every event is released when its time has come (job lag < 5 min)
SELECT id FROM event
WHERE released_at IS NULL AND cancelled_at IS NULL AND replay_of IS NULL
  AND finished_at < app_now() - interval '3 days 5 minutes';
-- name: H14 the balance of a host is what the ledger says
SELECT coalesce(b.account_id, l.id)
FROM host_balance b
FULL JOIN (
  SELECT a.id, -sum(x.amount_minor) AS amount,
    coalesce(sum(x.amount_minor) FILTER (WHERE a.kind <> 'host_escrow' AND t.kind LIKE 'payout%'), 0) AS paid_out
  FROM ledger_account a
  JOIN ledger_entry x ON x.account_id = a.id
  JOIN ledger_tx t ON t.id = x.tx_id
  WHERE a.kind IN ('host_escrow', 'host_payable', 'payout_clearing', 'dispute_frozen') AND a.owner <> ''
  GROUP BY a.id) l ON l.id = b.account_id
WHERE (b.amount_minor, b.paid_out_minor) IS DISTINCT FROM (l.amount, l.paid_out);
-- name: H15 every transaction names the host and the event whose accounts it touches
SELECT t.id FROM ledger_tx t
JOIN ledger_entry x ON x.tx_id = t.id
JOIN ledger_account a ON a.id = x.account_id
LEFT JOIN event e ON a.kind = 'host_escrow' AND e.id::text = a.owner
WHERE a.kind IN ('host_escrow', 'host_payable', 'payout_clearing', 'dispute_frozen') AND a.owner <> ''
  AND (t.host_id::text IS DISTINCT FROM coalesce(e.host_id::text, a.owner)
    OR (e.id IS NOT NULL AND t.event_id IS DISTINCT FROM e.id));
