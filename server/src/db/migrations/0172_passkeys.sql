-- Passkeys (docs/decisions/0153): WebAuthn credentials that log in to an account.
CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user,
  credential_id bytea NOT NULL UNIQUE,
  -- COSE key.
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  last_used_at timestamptz
);
CREATE INDEX passkey_user ON passkey (user_id);

-- What a device is asked to sign, once. Without an account it is for a login, else for a new passkey of that account.
CREATE TABLE passkey_challenge (
  hash bytea PRIMARY KEY,
  user_id bigint REFERENCES app_user,
  session_id uuid,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at);
CREATE INDEX passkey_challenge_user ON passkey_challenge (user_id) WHERE user_id IS NOT NULL;
