-- Tickets for token holders: trips to the wallet provider, and what a ticket was claimed with.

-- A trip of one account to the provider. Its code is traded once, whatever the event.
CREATE TYPE rally_trip_status AS ENUM ('open', 'trading', 'spent');
CREATE TABLE rally_trip (
  state_hash bytea PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES app_user,
  code_verifier text NOT NULL,
  status rally_trip_status NOT NULL DEFAULT 'open',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX rally_trip_account ON rally_trip (account_id, created_at);
CREATE INDEX rally_trip_expiry ON rally_trip (expires_at);
CREATE TRIGGER rally_trip_forward BEFORE UPDATE OF status ON rally_trip
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only('open>trading', 'trading>open', 'trading>spent');

-- A keyed hash of the wallet and the event: one live ticket per wallet and event, and nothing to look a wallet up by.
ALTER TABLE ticket ADD COLUMN wallet_hash bytea;
CREATE UNIQUE INDEX one_ticket_per_wallet ON ticket (event_id, wallet_hash)
  WHERE wallet_hash IS NOT NULL AND voided_at IS NULL;

-- What a ticket was claimed with. Goes with its holder's account.
CREATE TABLE token_claim (
  ticket_id uuid PRIMARY KEY REFERENCES ticket,
  -- Which way the wallet proved itself.
  gate text NOT NULL,
  -- The collection or coin that let it in, as the event's host wrote it.
  holder_of text NOT NULL,
  -- What the gate asks again with, encrypted; null where it cannot.
  proof_sealed bytea,
  checked_at timestamptz NOT NULL DEFAULT app_now()
);

-- The built-in provider.
CREATE TABLE rally_stand_in_code (
  hash bytea PRIMARY KEY,
  code_challenge text NOT NULL,
  return_url text NOT NULL,
  wallet text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX rally_stand_in_code_expiry ON rally_stand_in_code (expires_at);
-- Whether a made-up wallet holds everything that is asked for, or nothing.
CREATE TABLE rally_stand_in_wallet (
  wallet text PRIMARY KEY,
  is_holder boolean NOT NULL,
  said_at timestamptz NOT NULL DEFAULT app_now()
);
