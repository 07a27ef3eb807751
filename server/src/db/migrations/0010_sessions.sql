-- A request asks whether its session was ended: a look at the few ended rows, not at every rotation of the session.
CREATE INDEX refresh_token_ended ON refresh_token (family_id) WHERE revoked_at IS NOT NULL;
CREATE INDEX refresh_token_expiry ON refresh_token (expires_at);
CREATE INDEX one_time_token_expiry ON one_time_token (expires_at);
CREATE INDEX one_time_token_user ON one_time_token (user_id, purpose);

-- Attempts per window for what must hold across processes (log-ins, mails). Keys are hashes: no address is kept. A crash may
-- forget it, so it is not worth the write-ahead log.
CREATE UNLOGGED TABLE attempt_counter (
  scope text,
  key bytea,
  used int NOT NULL,
  window_ends timestamptz NOT NULL,
  PRIMARY KEY (scope, key)
);
CREATE INDEX attempt_counter_ends ON attempt_counter (window_ends);
