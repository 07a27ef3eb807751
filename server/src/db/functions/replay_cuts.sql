-- The stretches of an event that its replay skips, in milliseconds since 1970: what the host cut out, and the rest of
-- the pieces that a cut touches.
--
-- Takes: the event. Locks nothing.
CREATE OR REPLACE FUNCTION replay_cuts(p_event uuid)
RETURNS int8multirange
LANGUAGE sql
STABLE
AS $$
  SELECT coalesce(range_agg(skipped.during), '{}')
  FROM replay_cut cut
  CROSS JOIN LATERAL (
    SELECT range_merge(int8multirange(cut.during) + coalesce(range_agg(piece.span), '{}')) AS during
    FROM replay_piece piece WHERE piece.event_id = p_event AND piece.span && cut.during) skipped
  WHERE cut.event_id = p_event AND cut.undone_at IS NULL
$$;
