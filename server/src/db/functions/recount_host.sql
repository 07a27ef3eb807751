-- Recounts what belongs to no event of a host: followers by day, and payouts. When the host changed time zone since
-- the last count, all its events are to be recounted, too.
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
    SELECT 'follows:' || (f.since AT TIME ZONE zone)::date AS key, 'follows' AS kind, max(f.since) AS at,
      count(*)::int AS count, (array_agg(f.follower_id ORDER BY f.since DESC))[1] AS person, 0::bigint AS amount,
      NULL::text AS currency, '' AS detail
    FROM follow f
    WHERE f.host_id = p_host
    GROUP BY 1
    UNION ALL
    SELECT 'payout:' || p.id, 'payout', greatest(p.created_at, p.sent_at, p.paid_at, p.ended_at), 1, NULL,
      p.amount_minor, p.currency::text, p.status::text
    FROM payout p
    JOIN app_user u ON u.id = p.host_id AND u.erased_at IS NULL
    WHERE p.host_id = p_host
  ), gone AS (
    DELETE FROM activity a
    WHERE a.host_id = p_host AND a.kind IN ('follows', 'payout')
      AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.key = a.key)
    RETURNING 1
  ), kept AS (
    INSERT INTO activity AS a (host_id, key, kind, at, count, person_id, amount_minor, currency, detail)
    SELECT p_host, w.key, w.kind, w.at, w.count, w.person, w.amount, w.currency, w.detail FROM wanted w
    ON CONFLICT (host_id, key) DO UPDATE SET at = excluded.at, count = excluded.count,
      person_id = excluded.person_id, detail = excluded.detail
    WHERE (a.at, a.count, a.person_id, a.detail)
      IS DISTINCT FROM (excluded.at, excluded.count, excluded.person_id, excluded.detail)
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM gone) + (SELECT count(*) FROM kept) INTO changes;
  RETURN changes > 0;
END $$;
