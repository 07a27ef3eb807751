-- The stretches of an event of which anything was recorded and can be watched, in milliseconds since 1970.
--
-- Takes: the event. Locks nothing.
CREATE OR REPLACE FUNCTION replay_spans(p_event uuid)
RETURNS int8multirange
LANGUAGE sql
STABLE
AS $$
  SELECT coalesce(range_agg(span), '{}') - replay_cuts(p_event)
  FROM replay_piece WHERE event_id = p_event AND NOT is_cut
$$;
