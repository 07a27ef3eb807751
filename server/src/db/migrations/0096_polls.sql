-- Polls of an event, prepared before it or made during it.
CREATE TYPE poll_status AS ENUM ('prepared', 'open', 'closed');
CREATE TABLE poll (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 140),
  choices text[] NOT NULL CHECK (cardinality(choices) BETWEEN 2 AND 8),
  multiple boolean NOT NULL,
  anonymous boolean NOT NULL,
  -- Whether results are shown while it is open.
  results_live boolean NOT NULL,
  closes_after_seconds int CHECK (closes_after_seconds BETWEEN 10 AND 3600),
  status poll_status NOT NULL DEFAULT 'prepared',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  opened_at timestamptz,
  closes_at timestamptz,
  closed_at timestamptz,
  CHECK ((status = 'prepared') = (opened_at IS NULL)),
  CHECK ((status = 'closed') = (closed_at IS NOT NULL))
);
CREATE INDEX poll_event ON poll (event_id, created_at);
CREATE UNIQUE INDEX poll_one_open ON poll (event_id) WHERE status = 'open';
CREATE INDEX poll_closes ON poll (closes_at) WHERE status = 'open' AND closes_at IS NOT NULL;
CREATE TRIGGER poll_forward BEFORE UPDATE OF status ON poll
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only('prepared>open', 'open>closed');

CREATE TABLE poll_vote (
  poll_id uuid REFERENCES poll ON DELETE CASCADE,
  user_id bigint REFERENCES app_user,
  choice int,
  PRIMARY KEY (poll_id, user_id, choice)
);
CREATE INDEX poll_vote_user ON poll_vote (user_id);
