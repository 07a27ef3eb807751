-- The replays that are episodes of their host's podcast now: public ones that are free for everyone, of hosts who offer
-- one. Of each host the last p_max.
--
-- Takes: the host (NULL: every host), how many, and how long after the end the last pieces of a recording arrive. Locks
-- nothing.
CREATE OR REPLACE FUNCTION podcast_replays(p_host bigint, p_max int, p_settles_ms int)
RETURNS SETOF uuid
LANGUAGE sql
STABLE
AS $$
  SELECT episode.id
  FROM app_user host
  CROSS JOIN LATERAL (
    SELECT e.id
    FROM event e
    JOIN room r ON r.event_id = e.id
    JOIN replay_access a ON a.event_id = e.id
    WHERE e.host_id = host.id
      AND e.state = 2
      AND e.finished_at <= app_now() - p_settles_ms * interval '1 ms'
      AND e.is_public
      AND e.unpublished_at IS NULL
      AND e.cancelled_at IS NULL
      AND e.private_for IS NULL
      AND e.replay_of IS NULL
      AND a.access = 'free'
      AND r.replay_removed_at IS NULL
      AND r.replay_taken_down_at IS NULL
      AND EXISTS (SELECT 1 FROM recording_part p WHERE p.event_id = e.id AND p.in_replay)
    ORDER BY e.finished_at DESC, e.id
    LIMIT p_max) episode
  WHERE host.podcast
    AND (p_host IS NULL OR host.id = p_host)
    AND host.role = 1
    AND host.erased_at IS NULL
    AND host.suspended_at IS NULL
$$;
