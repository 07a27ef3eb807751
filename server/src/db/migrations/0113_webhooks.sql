-- Webhooks to hosts (docs/decisions/0141).
CREATE TABLE webhook_endpoint (
  id uuid PRIMARY KEY,
  host_id bigint NOT NULL REFERENCES app_user,
  url text NOT NULL,
  types text[] NOT NULL,
  secret_sealed bytea NOT NULL,
  -- The one before the last rotation signs, too, until then.
  previous_secret_sealed bytea,
  previous_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  disabled_at timestamptz,
  disabled_reason text CHECK (disabled_reason IN ('failing', 'gone', 'host')),
  -- To the minute.
  last_success_at timestamptz,
  UNIQUE (host_id, url),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CHECK ((previous_secret_sealed IS NULL) = (previous_until IS NULL))
);

-- What is sent to an endpoint about one event goes in order: a lane has one worker at a time, and a delivery that
-- fails stops those behind it.
CREATE TABLE webhook_lane (
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
  -- The event's uuid, or 'payouts'.
  lane text NOT NULL,
  -- When it is worked on next; 'infinity' when nothing waits.
  next_at timestamptz NOT NULL DEFAULT app_now(),
  -- Until then a worker has it; should the worker die, another one may take it after that.
  claimed_until timestamptz,
  -- Counts what was queued, so that a worker sees that more came while it worked.
  queued bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (endpoint_id, lane)
);
CREATE INDEX webhook_lane_due ON webhook_lane (next_at);

CREATE TABLE webhook_delivery (
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
  lane text NOT NULL,
  -- Their order. No reference: facts are deleted on their own.
  fact bigint NOT NULL,
  type text NOT NULL,
  -- What is signed and sent, byte for byte. Never a name or an email address.
  body text NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  response_status int,
  response_body text,
  error text,
  took_ms int,
  UNIQUE (endpoint_id, fact)
);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (endpoint_id, lane, fact) WHERE state = 'pending';
CREATE INDEX webhook_delivery_newest ON webhook_delivery (endpoint_id, created_at, id);
CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);
