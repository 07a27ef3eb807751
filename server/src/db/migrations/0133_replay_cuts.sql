-- Stretches that a host cut out of a replay, in milliseconds since 1970. What lies in them is served to no one.
CREATE TABLE replay_cut (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  during int8range NOT NULL CHECK (NOT isempty(during)),
  cut_at timestamptz NOT NULL DEFAULT app_now(),
  undone_at timestamptz
);
CREATE INDEX replay_cut_event ON replay_cut (event_id) WHERE undone_at IS NULL;

-- The pieces of replays with the stretch they show. A piece begins with a key frame and is decoded as a whole, so one
-- that touches a cut is left out.
CREATE VIEW replay_piece AS
SELECT part.event_id, piece.part_id, piece.ordinal, piece.bytes, shown.span,
  EXISTS (
    SELECT 1 FROM replay_cut cut
    WHERE cut.event_id = part.event_id AND cut.undone_at IS NULL AND cut.during && shown.span) AS is_cut
FROM recording_part part
JOIN recording_piece piece ON piece.part_id = part.id
CROSS JOIN LATERAL (SELECT (extract(epoch FROM part.begins_at) * 1000)::bigint + piece.begins_ms AS at) begins
CROSS JOIN LATERAL (SELECT int8range(begins.at, begins.at + piece.length_ms) AS span) shown
WHERE part.in_replay;
