-- Takes the turn to count something of a host. Answers the zone of the host's days.
--
-- Locks: the host's row of stats_host.
CREATE OR REPLACE FUNCTION lock_stats_host(p_host bigint)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  zone text;
BEGIN
  INSERT INTO stats_host (host_id, zone_name)
  SELECT u.id, u.zone_name FROM app_user u WHERE u.id = p_host
  ON CONFLICT DO NOTHING;
  SELECT h.zone_name INTO zone FROM stats_host h WHERE h.host_id = p_host FOR UPDATE;
  RETURN zone;
END $$;
