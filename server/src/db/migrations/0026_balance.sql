-- What a host has: movements, the balance kept with them, the release of delivered events, and what differs between
-- the providers' books and ours.

-- Of which event a transaction is, and whose money it moves where it touches an account of a host: the pages of a host
-- read by these. No foreign keys: they would be looked at once more in every sale, and the names of the entries'
-- accounts say both already.
ALTER TABLE ledger_tx ADD COLUMN host_id bigint, ADD COLUMN event_id uuid;
ALTER TABLE ledger_tx DISABLE TRIGGER ledger_tx_append_only;
UPDATE ledger_tx t SET event_id = o.event_id FROM orders o WHERE o.id = t.order_id;
UPDATE ledger_tx t SET host_id = e.host_id
FROM ledger_entry x
JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'host_escrow'
JOIN event e ON e.id::text = a.owner
WHERE x.tx_id = t.id;
ALTER TABLE ledger_tx ENABLE TRIGGER ledger_tx_append_only;
CREATE INDEX ledger_tx_host ON ledger_tx (host_id, id) WHERE host_id IS NOT NULL;
CREATE INDEX ledger_tx_event ON ledger_tx (event_id, id) WHERE event_id IS NOT NULL;
-- Nearly all transactions are sales: what else there is of a host is found without passing over them.
CREATE INDEX ledger_tx_host_kind ON ledger_tx (host_id, kind, id) WHERE host_id IS NOT NULL AND kind <> 'capture';
-- What happened in some hours, for the comparison with the providers' books. A sale writes next to nothing here.
CREATE INDEX ledger_tx_time ON ledger_tx USING brin (created_at);

-- The sum of each account of a host, written by a trigger in the transaction that posts: equal to the ledger always,
-- and recalculated from it by rebuild_host_balances. Only a transaction that has the event locked posts to the accounts
-- of that event, so these rows make nothing wait that does not wait already.
CREATE TABLE host_balance (
  account_id bigint PRIMARY KEY REFERENCES ledger_account,
  host_id bigint NOT NULL REFERENCES app_user,
  kind text NOT NULL,
  currency char(3) NOT NULL,
  -- Of an escrow account.
  event_id uuid REFERENCES event,
  -- What the host has there: the account's credits less its debits.
  amount_minor bigint NOT NULL,
  -- What payouts took out of the account and out of our books, less what came back.
  paid_out_minor bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE INDEX host_balance_host ON host_balance (host_id, currency);
-- Fires after ledger_balanced, as its name comes later.
CREATE TRIGGER ledger_moves_balance AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION host_balance_follows();

-- Finished events whose money is not released yet, longest first.
CREATE INDEX event_unreleased ON event (finished_at)
  WHERE released_at IS NULL AND cancelled_at IS NULL AND finished_at IS NOT NULL;

-- How far the books of a provider were compared with ours.
CREATE TABLE reconciliation (
  provider text PRIMARY KEY,
  compared_until timestamptz NOT NULL,
  compared_at timestamptz NOT NULL
);

-- Where a provider's books and ours do not say the same. Kept when it is resolved.
CREATE TABLE reconciliation_difference (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'unknown_capture', 'unknown_refund', 'capture_differs', 'refund_differs', 'missing_capture', 'missing_refund')),
  -- The provider's name for the money that was moved.
  ref text NOT NULL,
  -- When it was moved, as far as we know.
  moved_at timestamptz NOT NULL,
  -- Both sides; null where a side knows nothing.
  their_minor bigint,
  their_currency char(3),
  our_minor bigint,
  our_currency char(3),
  payment_id uuid REFERENCES payment,
  found_at timestamptz NOT NULL DEFAULT app_now(),
  resolved_at timestamptz,
  -- Set where an app admin closed it, with the reason.
  closed_by bigint REFERENCES app_user,
  close_reason text,
  CHECK (closed_by IS NULL OR resolved_at IS NOT NULL)
);
CREATE UNIQUE INDEX one_open_difference ON reconciliation_difference (provider, kind, ref) WHERE resolved_at IS NULL;
CREATE INDEX reconciliation_difference_newest ON reconciliation_difference (found_at, id);

INSERT INTO host_balance (account_id, host_id, kind, currency, event_id, amount_minor)
SELECT a.id, e.host_id, a.kind, a.currency, e.id, -sum(x.amount_minor)
FROM ledger_account a
JOIN event e ON e.id::text = a.owner
JOIN ledger_entry x ON x.account_id = a.id
WHERE a.kind = 'host_escrow'
GROUP BY a.id, e.id;
