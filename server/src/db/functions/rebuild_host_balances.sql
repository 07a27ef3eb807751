-- Makes the balances of all hosts anew from the ledger.
--
-- Answers how many accounts of hosts there are.
--
-- Locks: the table host_balance. Whoever posts to an account of a host waits until it is done; what they post is
-- counted once, here or by them.
CREATE OR REPLACE FUNCTION rebuild_host_balances()
RETURNS int
LANGUAGE plpgsql
AS $$
DECLARE
  made int;
BEGIN
  LOCK TABLE host_balance IN EXCLUSIVE MODE;
  DELETE FROM host_balance;
  INSERT INTO host_balance (account_id, host_id, kind, currency, event_id, amount_minor, paid_out_minor)
  SELECT
    account.id, coalesce(its.host_id, account.owner::bigint), account.kind, account.currency, its.id,
    -sum(entry.amount_minor),
    coalesce(sum(entry.amount_minor) FILTER (WHERE account.kind <> 'host_escrow' AND posted.kind LIKE 'payout%'), 0)
  FROM ledger_account account
  JOIN ledger_entry entry ON entry.account_id = account.id
  JOIN ledger_tx posted ON posted.id = entry.tx_id
  LEFT JOIN event its ON its.id = CASE WHEN account.kind = 'host_escrow' THEN account.owner::uuid END
  WHERE account.kind IN ('host_escrow', 'host_payable', 'payout_clearing', 'dispute_frozen') AND account.owner <> ''
  GROUP BY account.id, its.id;
  GET DIAGNOSTICS made = ROW_COUNT;
  RETURN made;
END $$;
