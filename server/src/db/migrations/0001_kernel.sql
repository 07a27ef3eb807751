-- Time comes from the database (decisions 5). Tests replace this function to move the clock.
CREATE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT statement_timestamp() $$;

CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'append-only table' USING ERRCODE = '42501'; END $$;

-- A fact is written in the transaction that made it true and drives mail, refunds, live updates and cached pages.
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

CREATE TABLE idempotency (
  scope text,
  key text,
  request_hash bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('started', 'done')),
  response jsonb,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (scope, key)
);
