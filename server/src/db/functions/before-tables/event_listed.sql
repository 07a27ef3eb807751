-- Trigger: an event was published or changed in what lists and search show; updates its list entry.
--
-- Locks: see list_events.
CREATE OR REPLACE FUNCTION event_listed()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM list_events(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
