-- What the server made an event's title for: a private meeting, or a replay on sale. Null where a host wrote it.
--
-- Takes: the event's row. Locks nothing.
CREATE OR REPLACE FUNCTION made_title(e event)
RETURNS text
LANGUAGE sql
STABLE
AS $$
  SELECT CASE WHEN e.private_for IS NOT NULL THEN 'meeting' WHEN e.replay_of IS NOT NULL THEN 'replay' END
$$;
