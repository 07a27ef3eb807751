-- Trigger: a host lives in another time zone, where days begin and end at other times; all of them are counted anew.
CREATE OR REPLACE FUNCTION host_zone_changed()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO stats_due (host_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
