/**
 * Whether a broadcast is being recorded: its host wants it, it is live, and its picture comes by RTMP. Needs the tables
 * `r` (room) and `e` (event).
 */
export const recordingNow = `(r.recording AND e.state = 1 AND r.source = 'encoder' AND EXISTS (
  SELECT 1 FROM ingest_session i WHERE i.event_id = r.event_id AND i.ended_at IS NULL AND i.via = 'rtmp'))`;
