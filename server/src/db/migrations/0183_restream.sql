-- Other services that a broadcast is copied to. Deleted soon after the event, because the keys are secrets of others.
CREATE TABLE restream_target (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  url text NOT NULL CHECK (length(url) <= 500),
  key_sealed bytea NOT NULL,
  -- Only the first minutes are copied; NULL: all of it.
  minutes int CHECK (minutes BETWEEN 1 AND 1440),
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- What the listener reported last, and about which stream.
  session_id text REFERENCES ingest_session ON DELETE SET NULL,
  state text CHECK (state IN ('connecting', 'live', 'failed')),
  problem text CHECK (problem IN ('private', 'unreachable', 'certificate', 'rejected', 'timeout', 'slow', 'closed'))
);
CREATE INDEX restream_target_of_event ON restream_target (event_id);
CREATE INDEX restream_target_of_session ON restream_target (session_id) WHERE session_id IS NOT NULL;
