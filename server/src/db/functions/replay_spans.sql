-- The stretches of an event of which anything was recorded and can be watched, in milliseconds since 1970.
--
-- Takes: the event. Locks nothing.
CREATE OR REPLACE FUNCTION replay_spans(p_event uuid)
RETURNS int8multirange
LANGUAGE sql
STABLE
AS $$
  SELECT coalesce(range_agg(int8range(
    (extract(epoch FROM part.begins_at) * 1000)::bigint + piece.begins_ms,
    (extract(epoch FROM part.begins_at) * 1000)::bigint + piece.begins_ms + piece.length_ms)), '{}')
  FROM recording_part part JOIN recording_piece piece ON piece.part_id = part.id
  WHERE part.event_id = p_event AND part.in_replay
$$;
