-- Whether the host wants an event recorded. It refers to the event: a room is there only once it was opened.
CREATE TABLE recording_choice (
  event_id uuid PRIMARY KEY REFERENCES event,
  enabled boolean NOT NULL,
  chosen_at timestamptz NOT NULL DEFAULT app_now()
);

-- Rooms are recorded as one file a track: whose it is, and what it shows. A `stream` is the stream of an RTMP encoder,
-- picture and sound in one file.
ALTER TABLE recording_part
  ADD COLUMN kind text NOT NULL DEFAULT 'stream' CHECK (kind IN ('stream', 'camera', 'screen', 'audio')),
  ADD COLUMN publisher_id bigint REFERENCES app_user,
  ADD COLUMN mime_type text NOT NULL DEFAULT 'video/mp4' CHECK (mime_type IN ('video/mp4', 'video/webm', 'audio/mp4')),
  ADD CHECK ((kind = 'stream') = (publisher_id IS NULL));
CREATE INDEX recording_part_of_publisher ON recording_part (publisher_id) WHERE publisher_id IS NOT NULL;

ALTER TABLE room
  -- The host deleted what was recorded.
  ADD COLUMN replay_removed_at timestamptz;
ALTER TABLE room_member
  -- This viewer agreed to be recorded in this event.
  ADD COLUMN recording_agreed_at timestamptz;

-- Which recorder process records a room. One that has not asked for its rooms for a while is replaced.
CREATE TABLE room_recorder (
  event_id uuid PRIMARY KEY REFERENCES room,
  recorder uuid NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT app_now()
);

-- Who was on stage, and from when on; no one between turns. The player of a replay switches with it.
CREATE TABLE stage_change (
  event_id uuid REFERENCES room,
  ordinal bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint REFERENCES app_user,
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (event_id, ordinal)
);
CREATE INDEX stage_change_user ON stage_change (user_id);
