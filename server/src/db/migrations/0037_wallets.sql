-- Token holders that sign in with their own wallet, and tokens that are read from their chains.

-- What a wallet is asked to sign: good once, for one account.
CREATE TABLE wallet_nonce (
  nonce_hash bytea PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES app_user,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX wallet_nonce_account ON wallet_nonce (account_id, created_at);
CREATE INDEX wallet_nonce_expiry ON wallet_nonce (expires_at);

-- The entries of the rule that were found on their chain when the event was published, as core's `RuleToken`.
ALTER TABLE event ADD COLUMN rally_tokens jsonb NOT NULL DEFAULT '[]';
-- Wallets count for those that delegated to them.
ALTER TABLE event ADD COLUMN rally_delegates boolean NOT NULL DEFAULT false;

-- Since when the wallet of a ticket could not be asked about; null: the last answer came.
ALTER TABLE token_claim ADD COLUMN unasked_since timestamptz;
