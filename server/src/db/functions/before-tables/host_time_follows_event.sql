-- Keeps the time of a host that an event takes: see the table host_time. An event of the catalogue takes two hours from
-- its start, or its planned length where that is longer; a private meeting the time that was agreed; one that is over
-- or cancelled takes none. The length is read by name: during an upgrade the column may not be there yet.
--
-- A trigger on event. Fails with an exclusion violation (host_time_free) where the time is taken.
-- Locks the event's row of host_time.
CREATE OR REPLACE FUNCTION host_time_follows_event()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.state = 2 OR NEW.cancelled_at IS NOT NULL THEN
    DELETE FROM host_time WHERE event_id = NEW.id;
  ELSE
    INSERT INTO host_time (event_id, host_id, lane, during)
    VALUES (
      NEW.id, NEW.host_id,
      CASE WHEN NEW.private_for IS NULL THEN int8range(NEW.ide, NEW.ide, '[]') ELSE int8range(NULL, NULL) END,
      tstzrange(NEW.starts_at, coalesce(NEW.ends_at, NEW.starts_at + greatest(interval '120 minutes',
        (to_jsonb(NEW) ->> 'duration_minutes')::int * interval '1 minute'))))
    ON CONFLICT (event_id) DO UPDATE SET during = excluded.during WHERE host_time.during <> excluded.during;
  END IF;
  RETURN NULL;
END $$;
