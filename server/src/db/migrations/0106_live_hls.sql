-- Live HLS. Segments of a broadcast are encrypted when they are stored, by a key for a few minutes of one event.
CREATE TABLE segment_key (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES room,
  number int NOT NULL CHECK (number >= 0),
  sealed bytea NOT NULL,
  made_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (event_id, number)
);

ALTER TABLE recording_piece
  -- NULL: the file is not encrypted.
  ADD COLUMN key_number int,
  -- A playlist only grows at its end, so it lists segments in the order in which they were stored.
  ADD COLUMN stored_order bigint GENERATED ALWAYS AS IDENTITY;

-- False: stored for live viewers alone, and deleted soon after the end.
ALTER TABLE recording_part ADD COLUMN in_replay boolean NOT NULL DEFAULT true;

-- How a viewer receives the picture of a broadcast.
ALTER TABLE room_member ADD COLUMN delivery text NOT NULL DEFAULT 'webrtc' CHECK (delivery IN ('webrtc', 'hls'));

-- Viewers of one broadcast who watch by WebRTC; those beyond them watch by HLS.
ALTER TABLE installation
  ADD COLUMN broadcast_webrtc_viewers_max int NOT NULL DEFAULT 100000 CHECK (broadcast_webrtc_viewers_max > 0);
