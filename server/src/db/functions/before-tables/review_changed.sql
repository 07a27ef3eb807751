-- Trigger: a review was written, changed, removed or withdrawn; its event is recounted.
CREATE OR REPLACE FUNCTION review_changed()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO stats_due (host_id, event_id)
  SELECT e.host_id, e.id FROM event e WHERE e.id = coalesce(NEW.event_id, OLD.event_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
