-- Who somebody is at the provider of social sign-up. An account has at most one identity per provider, an identity one account.
CREATE TABLE social_identity (
  provider text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user,
  handle text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (provider, subject),
  UNIQUE (user_id, provider)
);

-- One trip to the provider and back. State and PKCE verifier stay here; the tab that began holds the key, and only it can go on.
CREATE TABLE social_login (
  key_hash bytea PRIMARY KEY,
  state_hash bytea NOT NULL UNIQUE,
  code_verifier text NOT NULL,
  expires_at timestamptz NOT NULL,
  returned_at timestamptz,
  person jsonb,
  used_at timestamptz
);
CREATE INDEX social_login_expiry ON social_login (expires_at);

-- Codes of the built-in provider, for installations without a real one.
CREATE TABLE social_stand_in_code (
  hash bytea PRIMARY KEY,
  code_challenge text NOT NULL,
  return_url text NOT NULL,
  handle text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
