-- The ledger balances by construction, checked once per statement: whoever writes entries of a transaction writes all of them in one.
-- Checked per entry at COMMIT, it was a quarter of each settlement.
DROP TRIGGER ledger_balanced ON ledger_entry;
CREATE OR REPLACE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong bigint;
BEGIN
  SELECT w.tx_id INTO wrong FROM written w JOIN ledger_account a ON a.id = w.account_id
  GROUP BY w.tx_id, a.currency HAVING sum(w.amount_minor) <> 0 LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'ledger tx % unbalanced', wrong USING ERRCODE = '23514'; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_balanced AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_balanced();
ALTER FUNCTION ledger_balanced() SET enable_seqscan = off;
