-- Recounts an event: its sales and reviews by day, what happened in its room, the days of its host, and what the
-- host reads of it in the activity. Running it again changes nothing.
--
-- Takes: the event. Answers whether the host reads something new.
--
-- Locks: the host's row of stats_host.
CREATE OR REPLACE FUNCTION recount_event(p_event uuid)
RETURNS boolean
LANGUAGE plpgsql
-- Always by key: a plan made while a table was nearly empty would read all of it later.
SET enable_seqscan = off
AS $$
DECLARE
  the_host bigint;
  zone text;
  touched date[];
  more date[];
BEGIN
  SELECT e.host_id INTO the_host FROM event e WHERE e.id = p_event;
  IF the_host IS NULL THEN
    RETURN false;
  END IF;
  zone := lock_stats_host(the_host);
  touched := recount_event_days(p_event, zone);
  more := recount_event_show(p_event, zone);
  PERFORM recount_host_days(the_host, touched || more);
  RETURN recount_event_activity(p_event, zone);
END $$;
