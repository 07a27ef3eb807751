ALTER TABLE room
  -- The host allows a copy of the encoder's video in VP8, for browsers without H.264. It takes a processor.
  ADD COLUMN vp8_allowed boolean NOT NULL DEFAULT false,
  -- When such a browser last asked for it. The copy exists only while one does.
  ADD COLUMN vp8_asked_at timestamptz;
