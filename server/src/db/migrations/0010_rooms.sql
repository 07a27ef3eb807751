-- Where an event happens, one room per event. The rows are the truth; the video engine is brought in line with them.
CREATE TABLE room (
  event_id uuid PRIMARY KEY REFERENCES event,
  -- The number of the log's last entry.
  seq bigint NOT NULL DEFAULT 0,
  open_mic boolean NOT NULL DEFAULT false,
  chat_enabled boolean NOT NULL DEFAULT true,
  raise_hand_enabled boolean NOT NULL DEFAULT true,
  speaker_id bigint REFERENCES app_user,
  speaker_since timestamptz,
  host_seen_at timestamptz,
  closed_at timestamptz,
  livekit_epoch int NOT NULL DEFAULT 0,
  -- When its chat and its log were deleted: ninety days after the end (docs/decisions/0026-data-retention.md).
  forgotten_at timestamptz
);
-- The reconciler looks at open rooms only.
CREATE INDEX room_open ON room (event_id) WHERE closed_at IS NULL;
CREATE INDEX room_to_forget ON room (closed_at) WHERE closed_at IS NOT NULL AND forgotten_at IS NULL;

CREATE TABLE room_member (
  event_id uuid REFERENCES room,
  user_id bigint REFERENCES app_user,
  is_admin boolean NOT NULL DEFAULT false,
  banned_at timestamptz,
  hand_raised_at timestamptz,
  seat_until timestamptz,
  -- The device that holds the seat: a ticket has one live session.
  seat_session uuid,
  joined_at timestamptz,
  -- What the engine is to let them publish. The versions differ until the engine was told.
  desired_grants text NOT NULL DEFAULT 'sub',
  desired_ver int NOT NULL DEFAULT 0,
  applied_ver int NOT NULL DEFAULT 0,
  -- Taken out of the room for the rest of the event, unless let back in (docs/decisions/0010-removed-viewers.md).
  removed_at timestamptz,
  PRIMARY KEY (event_id, user_id),
  CONSTRAINT removed_has_nothing
    CHECK (removed_at IS NULL OR (seat_until IS NULL AND hand_raised_at IS NULL AND NOT is_admin))
);
CREATE INDEX room_member_seat ON room_member (event_id, seat_until);
CREATE INDEX room_member_unapplied ON room_member (event_id) WHERE applied_ver <> desired_ver;

-- The login a person was last let into a room with. A participant the engine lists without one is removed, so a
-- connection ends with the log-in that opened it, also the host's and an app admin's, who hold no seat.
CREATE TABLE room_login (
  event_id uuid REFERENCES event,
  user_id bigint REFERENCES app_user,
  session_id uuid NOT NULL,
  session_version int NOT NULL,
  PRIMARY KEY (event_id, user_id)
);

-- The room's log: live updates are replayed from it. seq has no gap and no fork (docs/decisions/0007-the-rooms-
-- log.md).
CREATE TABLE room_event (
  event_id uuid REFERENCES room,
  seq bigint,
  type text NOT NULL,
  payload jsonb NOT NULL,
  actor_id bigint,
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (event_id, seq)
);
CREATE TRIGGER room_event_never_changes BEFORE UPDATE ON room_event FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER room_event_stays AFTER DELETE ON room_event REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION only_logs_of_closed_rooms_go();

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
-- The flood limit counts one author's latest messages.
CREATE INDEX chat_message_author ON chat_message (event_id, author_id, at);
