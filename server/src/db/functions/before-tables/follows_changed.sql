-- Trigger: people followed or unfollowed hosts, whose followers are then recounted.
CREATE OR REPLACE FUNCTION follows_changed()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO stats_due (host_id)
  SELECT DISTINCT c.host_id FROM changed c ORDER BY c.host_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
