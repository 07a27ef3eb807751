-- Whether the host wants the broadcast recorded, and why a recording stopped on its own.
ALTER TABLE room
  ADD COLUMN recording boolean NOT NULL DEFAULT false,
  ADD COLUMN recording_problem text;

-- A stretch of a broadcast without a break, as one MP4: its head here, its fragments in the storage.
CREATE TABLE recording_part (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES room,
  begins_at timestamptz NOT NULL,
  head bytea NOT NULL CHECK (octet_length(head) BETWEEN 1 AND 65536)
);
CREATE INDEX recording_part_of_event ON recording_part (event_id, begins_at);

-- A fragment of a part: a separate file, so that a crash loses only what was not stored yet.
CREATE TABLE recording_piece (
  part_id uuid REFERENCES recording_part,
  ordinal int CHECK (ordinal >= 0),
  file_key text NOT NULL UNIQUE,
  bytes int NOT NULL CHECK (bytes > 0),
  -- From the beginning of the part.
  begins_ms int NOT NULL CHECK (begins_ms >= 0),
  length_ms int NOT NULL CHECK (length_ms > 0),
  PRIMARY KEY (part_id, ordinal)
);
