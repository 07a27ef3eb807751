-- Trigger, once per statement that writes ledger entries: the balances of hosts follow, a row for each account of a
-- host. Sales post to the accounts of one event while they have the event locked, so they do not wait here.
--
-- Takes: the entries just written, as the transition table `written`.
-- Locks: the rows of host_balance, in the order of their accounts.
CREATE OR REPLACE FUNCTION host_balance_follows()
RETURNS trigger
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
BEGIN
  INSERT INTO host_balance AS kept (account_id, host_id, kind, currency, event_id, amount_minor, paid_out_minor)
  SELECT
    moved.account_id, coalesce(its.host_id, moved.owner::bigint), moved.kind, moved.currency, its.id,
    moved.amount, moved.paid_out
  FROM (
    SELECT
      account.id AS account_id,
      account.kind,
      account.owner,
      account.currency,
      -sum(entry.amount_minor) AS amount,
      -- A payout between accounts of the host takes nothing out: its entries add up to zero.
      coalesce(sum(entry.amount_minor) FILTER (
        WHERE account.kind <> 'host_escrow'
          AND (SELECT posted.kind FROM ledger_tx posted WHERE posted.id = entry.tx_id) LIKE 'payout%'), 0) AS paid_out
    FROM written entry
    JOIN ledger_account account ON account.id = entry.account_id
    WHERE account.kind IN ('host_escrow', 'host_payable', 'payout_clearing', 'dispute_frozen') AND account.owner <> ''
    GROUP BY account.id) moved
  LEFT JOIN event its ON its.id = CASE WHEN moved.kind = 'host_escrow' THEN moved.owner::uuid END
  ORDER BY moved.account_id
  ON CONFLICT (account_id) DO UPDATE SET
    amount_minor = kept.amount_minor + excluded.amount_minor,
    paid_out_minor = kept.paid_out_minor + excluded.paid_out_minor;
  RETURN NULL;
END $$;
