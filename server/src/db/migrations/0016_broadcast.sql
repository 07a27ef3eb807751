-- Where the picture of a broadcast comes from, and what is known of its encoder; null in an interactive room.
ALTER TABLE room
  ADD COLUMN source text CHECK (source IN ('encoder', 'camera')),
  ADD COLUMN ingest_state text CHECK (ingest_state IN ('waiting', 'preview', 'live', 'lost')),
  ADD CONSTRAINT source_with_state CHECK ((source IS NULL) = (ingest_state IS NULL));

-- Broadcasts have no hands, no turns and no open microphone. Rooms of before had.
UPDATE room_member m SET hand_raised_at = NULL FROM event e
WHERE e.id = m.event_id AND e.kind = 1 AND m.hand_raised_at IS NOT NULL;
UPDATE room_member m SET desired_grants = 'sub', desired_ver = desired_ver + 1 FROM event e
WHERE e.id = m.event_id AND e.kind = 1 AND m.user_id <> e.host_id AND m.desired_grants LIKE 'sub,%';
UPDATE room r SET source = 'camera', ingest_state = 'waiting', raise_hand_enabled = false, open_mic = false,
  speaker_id = NULL, speaker_since = NULL
FROM event e WHERE e.id = r.event_id AND e.kind = 1;

-- The stream key of an event: shown again to its owner, so it is encrypted, with a hash by which it is found.
CREATE TABLE stream_key (
  event_id uuid PRIMARY KEY REFERENCES event,
  key_hash bytea NOT NULL UNIQUE,
  sealed bytea NOT NULL,
  -- Raised by each rotation: the session of an older key is cut.
  version int NOT NULL DEFAULT 1,
  made_at timestamptz NOT NULL DEFAULT app_now()
);

-- One encoder's connection. Its id is the address at which the encoder, or our listener, ends it.
CREATE TABLE ingest_session (
  id text PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  key_version int NOT NULL,
  via text NOT NULL CHECK (via IN ('whip', 'rtmp')),
  -- The engine's name of the connection, once it answered.
  resource text,
  opened_at timestamptz NOT NULL DEFAULT app_now(),
  -- The last report of our listener.
  reported_at timestamptz,
  health jsonb,
  -- Since when the host's browser sees no picture, said at this time.
  silent_at timestamptz,
  -- When the engine listed it first.
  seen_at timestamptz,
  ended_at timestamptz
);
CREATE UNIQUE INDEX ingest_session_one_at_a_time ON ingest_session (event_id) WHERE ended_at IS NULL;
CREATE INDEX ingest_session_of_event ON ingest_session (event_id);
