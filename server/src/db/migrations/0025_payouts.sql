-- Hosts get their money: accounts to be paid to, payouts, holds by app admins, the books of the sandbox bank, and
-- bank transfers by file.

CREATE TABLE payout_method (
  id uuid PRIMARY KEY,
  host_id bigint NOT NULL REFERENCES app_user,
  kind text NOT NULL CHECK (kind IN ('sandbox', 'stripe', 'paypal', 'sepa')),
  -- The account encrypted, a keyed hash that finds it again, and what people are shown of it.
  account_sealed bytea NOT NULL,
  account_hash bytea NOT NULL,
  account_shown text NOT NULL,
  holder_name text NOT NULL,
  state text NOT NULL CHECK (state IN ('ready', 'needs_information', 'checking', 'refused')),
  requirements text[] NOT NULL DEFAULT '{}',
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (host_id, kind, account_hash)
);
CREATE UNIQUE INDEX payout_method_default ON payout_method (host_id) WHERE is_default;
CREATE INDEX payout_method_account ON payout_method (account_hash);

-- Money of a host on its way to an account. The row and its ledger posting are committed before a provider is asked;
-- its id is the provider's idempotency key.
CREATE TYPE payout_status AS ENUM ('requested', 'sent', 'paid', 'failed', 'returned');
CREATE TABLE payout (
  id uuid PRIMARY KEY,
  host_id bigint NOT NULL REFERENCES app_user,
  -- Null once the method is removed; kind and shown account are kept here.
  method_id uuid REFERENCES payout_method ON DELETE SET NULL,
  kind text NOT NULL CHECK (kind IN ('sandbox', 'stripe', 'paypal', 'sepa')),
  account_shown text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency char(3) NOT NULL,
  status payout_status NOT NULL,
  automatic boolean NOT NULL,
  provider_ref text,
  -- Why it failed or came back, in the bank's words.
  reason text,
  attempts int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT app_now(),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  sent_at timestamptz,
  paid_at timestamptz,
  ended_at timestamptz
);
-- Two requests at once: the later one finds the earlier one on its way.
CREATE UNIQUE INDEX payout_on_its_way ON payout (host_id, currency) WHERE status IN ('requested', 'sent');
CREATE INDEX payout_due ON payout (next_at) WHERE status IN ('requested', 'sent', 'paid');
CREATE INDEX payout_of_host ON payout (host_id, created_at, id);
CREATE INDEX payout_newest ON payout (created_at, id);
CREATE INDEX payout_method_of ON payout (method_id);
CREATE TRIGGER payout_forward BEFORE UPDATE OF status ON payout
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only('requested>sent', 'sent>paid', 'sent>failed', 'paid>returned');

-- Payouts to this host wait: an app admin said so.
CREATE TABLE payout_hold (
  host_id bigint PRIMARY KEY REFERENCES app_user,
  reason text NOT NULL,
  held_by bigint NOT NULL REFERENCES app_user,
  held_at timestamptz NOT NULL DEFAULT app_now()
);

CREATE TABLE payout_setting (
  host_id bigint NOT NULL REFERENCES app_user,
  currency char(3) NOT NULL,
  automatic boolean NOT NULL,
  minimum_minor bigint NOT NULL CHECK (minimum_minor > 0),
  -- When the next automatic payout is due.
  next_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, currency)
);
CREATE INDEX payout_setting_due ON payout_setting (next_at) WHERE automatic;

-- The sandbox bank's own books, apart from ours: what a bank would keep. No real money.
CREATE TABLE sandbox_bank_transfer (
  ref text PRIMARY KEY,
  payout_id text NOT NULL UNIQUE,
  account text NOT NULL CHECK (account IN ('pays', 'rejects', 'returns')),
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('accepted', 'paid', 'rejected', 'returned')),
  settles_at timestamptz NOT NULL,
  returns_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);

-- Bank transfers that an app admin carries to the bank as a file.
CREATE TABLE sepa_file (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  -- Kept as it was made: downloaded again it is the same file, so that the bank recognizes it.
  xml text NOT NULL,
  total_minor bigint NOT NULL,
  made_by bigint NOT NULL REFERENCES app_user,
  made_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE TABLE sepa_line (
  payout_id uuid PRIMARY KEY,
  file_id uuid REFERENCES sepa_file,
  -- Encrypted as in payout_method, until the file has it.
  iban_sealed bytea,
  holder_name text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  status text NOT NULL CHECK (status IN ('waiting', 'in_file', 'executed', 'rejected', 'returned')),
  reason text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK ((status = 'waiting') = (file_id IS NULL)),
  CHECK ((status = 'waiting') = (iban_sealed IS NOT NULL))
);
CREATE INDEX sepa_line_waiting ON sepa_line (created_at) WHERE status = 'waiting';
CREATE INDEX sepa_line_file ON sepa_line (file_id);
