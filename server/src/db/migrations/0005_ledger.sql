CREATE TABLE ledger_account (
  id bigserial PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('psp_clearing', 'bank', 'host_escrow', 'host_payable', 'fee_deferred', 'fee_revenue', 'refund_clearing', 'psp_fee', 'dispute_loss', 'suspense')),
  owner text NOT NULL DEFAULT '',
  currency char(3) NOT NULL,
  UNIQUE (kind, owner, currency)
);
CREATE TABLE ledger_tx (
  id bigserial PRIMARY KEY,
  kind text NOT NULL,
  source_key text NOT NULL UNIQUE,
  order_id uuid REFERENCES orders,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
-- + debit, - credit
CREATE TABLE ledger_entry (
  id bigserial PRIMARY KEY,
  tx_id bigint NOT NULL REFERENCES ledger_tx,
  account_id bigint NOT NULL REFERENCES ledger_account,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0)
);
CREATE INDEX ledger_entry_tx ON ledger_entry (tx_id);
CREATE INDEX ledger_entry_account ON ledger_entry (account_id);

-- The ledger balances by construction: checked at COMMIT, per transaction and currency.
CREATE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
    WHERE e.tx_id = NEW.tx_id GROUP BY a.currency HAVING sum(e.amount_minor) <> 0
  ) THEN RAISE EXCEPTION 'ledger tx % unbalanced', NEW.tx_id USING ERRCODE = '23514'; END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_balanced AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger_balanced();
CREATE TRIGGER ledger_tx_append_only BEFORE UPDATE OR DELETE ON ledger_tx FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION append_only();
