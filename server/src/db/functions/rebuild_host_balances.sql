-- Recalculates the balances of all hosts from the ledger. Rows that are right stay unchanged.
--
-- Answers how many accounts of hosts there are.
--
-- Locks: where a row is missing, event and host FOR KEY SHARE, for the row names them and its foreign keys would wait
-- for them; after that the table host_balance. Posting to an account of a host needs its event's lock and waits for the
-- table until this is done: nothing is waited for here any more. What they post is counted once, here or by them.
CREATE OR REPLACE FUNCTION rebuild_host_balances()
RETURNS int
LANGUAGE plpgsql
AS $$
DECLARE
  made int;
BEGIN
  PERFORM its.id
  FROM ledger_account account
  JOIN event its ON its.id = CASE WHEN account.kind = 'host_escrow' THEN account.owner::uuid END
  WHERE account.owner <> '' AND NOT EXISTS (SELECT 1 FROM host_balance kept WHERE kept.account_id = account.id)
  ORDER BY its.id FOR KEY SHARE OF its;

  PERFORM host.id
  FROM ledger_account account
  LEFT JOIN event its ON its.id = CASE WHEN account.kind = 'host_escrow' THEN account.owner::uuid END
  JOIN app_user host ON host.id = CASE
    WHEN account.kind = 'host_escrow' THEN its.host_id
    WHEN account.kind IN ('host_payable', 'payout_clearing', 'dispute_frozen') THEN account.owner::bigint END
  WHERE account.owner <> '' AND NOT EXISTS (SELECT 1 FROM host_balance kept WHERE kept.account_id = account.id)
  ORDER BY host.id FOR KEY SHARE OF host;

  LOCK TABLE host_balance IN EXCLUSIVE MODE;

  WITH counted AS (
    SELECT
      account.id AS account_id, coalesce(its.host_id, account.owner::bigint) AS host_id, account.kind,
      account.currency, its.id AS event_id, -sum(entry.amount_minor) AS amount_minor,
      coalesce(sum(entry.amount_minor) FILTER (
        WHERE account.kind <> 'host_escrow' AND posted.kind LIKE 'payout%'), 0) AS paid_out_minor
    FROM ledger_account account
    JOIN ledger_entry entry ON entry.account_id = account.id
    JOIN ledger_tx posted ON posted.id = entry.tx_id
    LEFT JOIN event its ON its.id = CASE WHEN account.kind = 'host_escrow' THEN account.owner::uuid END
    WHERE account.kind IN ('host_escrow', 'host_payable', 'payout_clearing', 'dispute_frozen') AND account.owner <> ''
    GROUP BY account.id, its.id
  ),

  gone AS (
    DELETE FROM host_balance kept
    WHERE NOT EXISTS (SELECT 1 FROM counted WHERE counted.account_id = kept.account_id)
  ),

  put AS (
    INSERT INTO host_balance AS kept (account_id, host_id, kind, currency, event_id, amount_minor, paid_out_minor)
    SELECT account_id, host_id, kind, currency, event_id, amount_minor, paid_out_minor FROM counted
    ON CONFLICT (account_id) DO UPDATE
    SET host_id = excluded.host_id, kind = excluded.kind, currency = excluded.currency, event_id = excluded.event_id,
      amount_minor = excluded.amount_minor, paid_out_minor = excluded.paid_out_minor
    WHERE (kept.host_id, kept.kind, kept.currency, kept.event_id, kept.amount_minor, kept.paid_out_minor)
      IS DISTINCT FROM (excluded.host_id, excluded.kind, excluded.currency, excluded.event_id, excluded.amount_minor,
        excluded.paid_out_minor)
  )

  SELECT count(*) INTO made FROM counted;
  RETURN made;
END $$;
