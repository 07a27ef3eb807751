-- The chat of a broadcast as files, for viewers without a socket. A file is written once and never changed; it has what
-- happened in the room after the one before it. Its body is sealed with a key of the event's segments.
CREATE TABLE chat_file (
  event_id uuid REFERENCES room,
  number int CHECK (number >= 0),
  -- The number of the last change of the room in this file.
  seq bigint NOT NULL,
  -- Reactions and captions have no number: the file has those up to this moment, by the clock of the process.
  moments_until timestamptz NOT NULL,
  made_at timestamptz NOT NULL DEFAULT app_now(),
  body bytea NOT NULL,
  PRIMARY KEY (event_id, number)
);

-- How a person in the room learns what happens there. A person with a socket has 'socket', whatever it was before.
ALTER TABLE room_member ADD COLUMN chat_by text NOT NULL DEFAULT 'socket' CHECK (chat_by IN ('socket', 'files'));
CREATE INDEX room_member_by_files ON room_member (event_id) WHERE chat_by = 'files';
