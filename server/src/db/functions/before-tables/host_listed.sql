-- Trigger: a host was made, or changed in what lists and search show; updates the host's listing
-- and, after a change, the listings of the host's events.
--
-- Locks: see list_hosts and list_events.
CREATE OR REPLACE FUNCTION host_listed()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM list_hosts(ARRAY[NEW.id]);
  IF TG_OP = 'UPDATE' THEN
    PERFORM list_events(ARRAY(SELECT id FROM event WHERE host_id = NEW.id));
  END IF;
  RETURN NULL;
END $$;
