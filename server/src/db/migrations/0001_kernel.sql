-- What every feature stands on.

-- A fact is written in the transaction that made it true. It drives mail, refunds and live updates: the outbox
-- delivers each at least once (docs/decisions/0001-outbox.md).
CREATE TABLE outbox (
  id bigserial PRIMARY KEY,
  dedupe_key text NOT NULL UNIQUE,
  topic text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  next_at timestamptz NOT NULL DEFAULT app_now(),
  sent_at timestamptz,
  attempts int NOT NULL DEFAULT 0,
  last_error text
);
CREATE INDEX outbox_due ON outbox (next_at, id) WHERE sent_at IS NULL;
-- Delivered facts are deleted after ninety days (docs/decisions/0026-data-retention.md).
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;

-- One row for each Idempotency-Key of a caller. An attempt that ended without an answer (its process died, or it
-- failed) is kept as 'left': a retry learns what became of it (docs/decisions/0028-the-first-try-of-a-
-- key.md).
CREATE TABLE idempotency (
  scope text,
  key text,
  request_hash bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('started', 'left', 'done')),
  response jsonb,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- The id of what the key makes, the same for each of its attempts.
  made uuid NOT NULL DEFAULT gen_random_uuid(),
  -- When the first attempt began.
  first_at timestamptz NOT NULL DEFAULT app_now(),
  -- The attempt that is going on: a process whose attempt ended while the database was away recognises it by this.
  attempt uuid,
  PRIMARY KEY (scope, key)
);
