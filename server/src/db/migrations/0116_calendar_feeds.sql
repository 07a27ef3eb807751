-- The secret address under which a person's calendar reads their tickets (docs/decisions/0143). Encrypted, because the
-- account page shows it again; found by its hash.
CREATE TABLE calendar_feed (
  user_id bigint PRIMARY KEY REFERENCES app_user,
  secret_hash bytea NOT NULL UNIQUE,
  secret_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
