-- The shared secret of an authenticator app, sealed with a key of the installation: a stolen database opens nothing. Codes of a
-- step up to last_step were used or passed over. Not confirmed: begun and never finished.
CREATE TABLE second_factor (
  user_id bigint PRIMARY KEY REFERENCES app_user,
  sealed_secret bytea NOT NULL,
  confirmed_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_code (
  user_id bigint NOT NULL REFERENCES second_factor ON DELETE CASCADE,
  hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, hash)
);
