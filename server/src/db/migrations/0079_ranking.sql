-- What a host's score is made of; core makes the score. Late: more than 10 min after the start. Late cancellation: less than 24 h
-- before it.
ALTER TABLE app_user ADD COLUMN review_count int NOT NULL DEFAULT 0;

CREATE VIEW host_record AS
SELECT u.id AS host_id, r.reviews, r.stars, e.started, e.late, e.cancelled_late, e.no_shows
FROM app_user u
CROSS JOIN LATERAL (
  SELECT count(*)::int AS reviews, coalesce(sum(stars), 0)::int AS stars FROM review WHERE host_id = u.id AND removed_at IS NULL
) r
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE started_at IS NOT NULL AND cancelled_at IS NULL)::int AS started,
    count(*) FILTER (WHERE started_at > starts_at + interval '10 minutes' AND cancelled_at IS NULL)::int AS late,
    count(*) FILTER (WHERE cancel_reason = 'host' AND cancelled_at > starts_at - interval '24 hours')::int AS cancelled_late,
    count(*) FILTER (WHERE cancel_reason = 'no_show')::int AS no_shows
  FROM event WHERE host_id = u.id
) e
WHERE u.role = 1;
