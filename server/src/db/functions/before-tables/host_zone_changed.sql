-- Trigger: a host changed time zone, which moves the limits of days; all days are recounted.
CREATE OR REPLACE FUNCTION host_zone_changed()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO stats_due (host_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
