-- Counts anew what belongs to no event of a host: its followers by day. Where the host lives in another zone now, all
-- its events are to be counted anew, too.
--
-- Takes: the host. Answers whether the host reads something new.
--
-- Locks: the host's row of stats_host.
CREATE OR REPLACE FUNCTION recount_host(p_host bigint)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  zone text;
  zone_now text;
  changes int;
BEGIN
  zone := lock_stats_host(p_host);
  SELECT u.zone_name INTO zone_now FROM app_user u WHERE u.id = p_host;
  IF zone <> zone_now THEN
    UPDATE stats_host SET zone_name = zone_now WHERE host_id = p_host;
    INSERT INTO stats_due (host_id, event_id) SELECT p_host, e.id FROM event e WHERE e.host_id = p_host
    ON CONFLICT DO NOTHING;
    zone := zone_now;
  END IF;

  DELETE FROM follow_day WHERE host_id = p_host;
  INSERT INTO follow_day (host_id, day, follows)
  SELECT p_host, (f.since AT TIME ZONE zone)::date, count(*) FROM follow f
  WHERE f.host_id = p_host
  GROUP BY 2;

  WITH wanted AS (
    SELECT 'follows:' || (f.since AT TIME ZONE zone)::date AS key, max(f.since) AS at, count(*)::int AS count,
      (array_agg(f.follower_id ORDER BY f.since DESC))[1] AS person
    FROM follow f
    WHERE f.host_id = p_host
    GROUP BY 1
  ), gone AS (
    DELETE FROM activity a
    WHERE a.host_id = p_host AND a.kind = 'follows' AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.key = a.key)
    RETURNING 1
  ), kept AS (
    INSERT INTO activity AS a (host_id, key, kind, at, count, person_id)
    SELECT p_host, w.key, 'follows', w.at, w.count, w.person FROM wanted w
    ON CONFLICT (host_id, key) DO UPDATE SET at = excluded.at, count = excluded.count, person_id = excluded.person_id
    WHERE (a.at, a.count, a.person_id) IS DISTINCT FROM (excluded.at, excluded.count, excluded.person_id)
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM gone) + (SELECT count(*) FROM kept) INTO changes;
  RETURN changes > 0;
END $$;
