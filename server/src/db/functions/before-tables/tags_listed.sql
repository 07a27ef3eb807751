-- Trigger, once per statement that changes tags: updates the list entries of their events.
--
-- Takes: the rows of event_tag, as the transition table `changed`. Locks: see list_events.
CREATE OR REPLACE FUNCTION tags_listed()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM list_events(ARRAY(SELECT DISTINCT event_id FROM changed));
  RETURN NULL;
END $$;
