-- That an entry names a transaction and an account that exist is looked at once per statement, beside their balance, and no longer for
-- each entry and each of the two: a sixth of every settlement. Both are written once and stay, so what was there stays there.
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_tx_id_fkey, DROP CONSTRAINT ledger_entry_account_id_fkey;
CREATE TRIGGER ledger_account_append_only BEFORE UPDATE OR DELETE ON ledger_account FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER ledger_account_never_emptied BEFORE TRUNCATE ON ledger_account FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER ledger_tx_never_emptied BEFORE TRUNCATE ON ledger_tx FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE OR REPLACE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong bigint;
BEGIN
  SELECT w.tx_id INTO wrong FROM written w JOIN ledger_account a ON a.id = w.account_id
  GROUP BY w.tx_id, a.currency HAVING sum(w.amount_minor) <> 0 LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'ledger tx % unbalanced', wrong USING ERRCODE = '23514'; END IF;
  SELECT w.tx_id INTO wrong FROM (SELECT DISTINCT x.tx_id FROM written x) w
  WHERE NOT EXISTS (SELECT 1 FROM ledger_tx t WHERE t.id = w.tx_id OFFSET 0) LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'an entry names ledger tx %, which does not exist', wrong USING ERRCODE = '23503'; END IF;
  SELECT w.account_id INTO wrong FROM (SELECT DISTINCT x.account_id FROM written x) w
  WHERE NOT EXISTS (SELECT 1 FROM ledger_account a WHERE a.id = w.account_id OFFSET 0) LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'an entry names ledger account %, which does not exist', wrong USING ERRCODE = '23503'; END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION ledger_balanced() SET plan_cache_mode = force_generic_plan SET enable_seqscan = off;
