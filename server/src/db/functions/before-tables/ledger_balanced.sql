-- Trigger, once per statement that writes ledger entries: in every transaction the entries add up to zero in each
-- currency. So all entries of a transaction are written in one statement.
--
-- Takes: the entries just written, as the transition table `written`.
-- Answers no verdict: entries that do not balance raise 23514. Locks nothing.
CREATE OR REPLACE FUNCTION ledger_balanced()
RETURNS trigger
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  unbalanced_tx bigint;
BEGIN
  SELECT entry.tx_id INTO unbalanced_tx
  FROM written entry
  JOIN ledger_account account ON account.id = entry.account_id
  GROUP BY entry.tx_id, account.currency
  HAVING sum(entry.amount_minor) <> 0
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger tx % unbalanced', unbalanced_tx USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;
