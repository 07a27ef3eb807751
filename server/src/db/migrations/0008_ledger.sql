-- Double-entry books; balances, revenue and refunds are read from them. Nothing in them is ever changed or deleted.

CREATE TABLE ledger_account (
  id bigserial PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN (
    'psp_clearing', 'bank', 'host_escrow', 'host_payable', 'fee_deferred', 'fee_revenue', 'refund_clearing', 'psp_fee',
    'dispute_loss', 'suspense')),
  owner text NOT NULL DEFAULT '',
  currency char(3) NOT NULL,
  UNIQUE (kind, owner, currency)
);

-- One business fact, posted once.
CREATE TABLE ledger_tx (
  id bigserial PRIMARY KEY,
  kind text NOT NULL,
  source_key text NOT NULL UNIQUE,
  order_id uuid REFERENCES orders,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE TRIGGER ledger_tx_append_only BEFORE UPDATE OR DELETE ON ledger_tx
  FOR EACH ROW EXECUTE FUNCTION append_only();

-- Debit positive, credit negative. The entries of a transaction balance, checked at the end of the statement that
-- writes them.
CREATE TABLE ledger_entry (
  id bigserial PRIMARY KEY,
  tx_id bigint NOT NULL REFERENCES ledger_tx,
  account_id bigint NOT NULL REFERENCES ledger_account,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0)
);
CREATE INDEX ledger_entry_tx ON ledger_entry (tx_id);
CREATE INDEX ledger_entry_account ON ledger_entry (account_id);
CREATE TRIGGER ledger_balanced AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_balanced();
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
  FOR EACH ROW EXECUTE FUNCTION append_only();

-- The accounts every sale posts to. Those of an event are made when it first sells.
INSERT INTO ledger_account (kind, owner, currency) VALUES
  ('psp_clearing', 'stripe', 'EUR'),
  ('psp_clearing', 'paypal', 'EUR'),
  ('psp_clearing', 'sandbox_card', 'EUR'),
  ('psp_clearing', 'sandbox_wallet', 'EUR'),
  ('refund_clearing', '', 'EUR');
