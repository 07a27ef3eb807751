-- How many seats of an event there are: its capacity, but of a broadcast no more than its room admits here. The
-- setting may have been lowered since the event was published; what was sold before stays sold. A replay has no room.
--
-- Takes: the event's row. Locks nothing.
CREATE OR REPLACE FUNCTION seats_admitted(e event)
RETURNS int
LANGUAGE sql
STABLE
AS $$
  SELECT CASE WHEN e.kind = 1 AND e.replay_of IS NULL
    THEN least(e.capacity, (SELECT i.broadcast_viewers_max FROM installation i))
    ELSE e.capacity END
$$;
