-- Trigger: people began or ceased to follow hosts, whose followers are counted anew.
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
