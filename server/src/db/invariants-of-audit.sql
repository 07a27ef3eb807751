-- What must hold of the audit log; see invariants.sql.
-- name: G01 each hash of the audit log's chain fits its row and the hash before
SELECT chained.audit_id
FROM (SELECT c.*, lag(c.hash, 1, '') OVER (ORDER BY c.seq) AS before FROM audit_chain c) chained
LEFT JOIN audit_log a ON a.id = chained.audit_id
WHERE a.id IS NULL OR chained.hash <> sha256(chained.before || audit_bytes(a));
-- name: G02 what was done an hour ago is in the chain
SELECT a.id FROM audit_log a
WHERE a.at < app_now() - interval '1 hour' AND NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.audit_id = a.id);
