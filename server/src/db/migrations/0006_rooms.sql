CREATE TABLE room (
  event_id uuid PRIMARY KEY REFERENCES event,
  seq bigint NOT NULL DEFAULT 0,
  open_mic boolean NOT NULL DEFAULT false,
  chat_enabled boolean NOT NULL DEFAULT true,
  raise_hand_enabled boolean NOT NULL DEFAULT true,
  speaker_id bigint REFERENCES app_user,
  speaker_since timestamptz,
  host_seen_at timestamptz,
  closed_at timestamptz,
  livekit_epoch int NOT NULL DEFAULT 0
);
CREATE TABLE room_member (
  event_id uuid REFERENCES room,
  user_id bigint REFERENCES app_user,
  is_admin boolean NOT NULL DEFAULT false,
  banned_at timestamptz,
  hand_raised_at timestamptz,
  seat_until timestamptz,
  -- One live session per ticket (decisions 22): the device that holds the seat.
  seat_session uuid,
  joined_at timestamptz,
  desired_grants text NOT NULL DEFAULT 'sub',
  desired_ver int NOT NULL DEFAULT 0,
  applied_ver int NOT NULL DEFAULT 0,
  PRIMARY KEY (event_id, user_id)
);
CREATE INDEX room_member_seat ON room_member (event_id, seat_until);
CREATE INDEX room_member_unapplied ON room_member (event_id) WHERE applied_ver <> desired_ver;
-- The room's log: what live updates are replayed from. seq has no gap and no fork.
CREATE TABLE room_event (
  event_id uuid REFERENCES room,
  seq bigint,
  type text NOT NULL,
  payload jsonb NOT NULL,
  actor_id bigint,
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (event_id, seq)
);
CREATE TRIGGER room_event_append_only BEFORE UPDATE OR DELETE ON room_event FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TABLE chat_message (
  event_id uuid REFERENCES room,
  seq bigint,
  author_id bigint NOT NULL REFERENCES app_user,
  client_id text NOT NULL,
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 200),
  at timestamptz NOT NULL DEFAULT app_now(),
  removed_at timestamptz,
  PRIMARY KEY (event_id, seq),
  UNIQUE (event_id, author_id, client_id)
);
