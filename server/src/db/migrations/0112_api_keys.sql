-- Keys with which a host's own programs make calls (docs/decisions/0140). The key itself is stored nowhere.
CREATE TABLE api_key (
  id uuid PRIMARY KEY,
  host_id bigint NOT NULL REFERENCES app_user,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  -- SHA-256 is enough: a key has 190 random bits.
  key_hash bytea NOT NULL UNIQUE,
  -- How it begins, to tell keys apart.
  prefix text NOT NULL,
  scopes text[] NOT NULL,
  test boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- To the minute: a call must not cost a write.
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_key_host ON api_key (host_id, created_at);
