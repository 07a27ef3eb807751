-- A broadcast's room has no screen yet: its host cannot start it, and is not reckoned absent for that. Its buyers are refunded as
-- ever. Once it has one (`rooms` in web/src/shared/ui/event-card-model.ts), its no-shows count like any.
CREATE OR REPLACE VIEW host_record AS
SELECT u.id AS host_id, r.reviews, r.stars, e.started, e.late, e.cancelled_late, e.no_shows
FROM app_user u
CROSS JOIN LATERAL (
  SELECT count(*)::int AS reviews, coalesce(sum(stars), 0)::int AS stars FROM review WHERE host_id = u.id AND removed_at IS NULL
) r
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE started_at IS NOT NULL AND cancelled_at IS NULL)::int AS started,
    count(*) FILTER (WHERE started_at > starts_at + interval '10 minutes' AND cancelled_at IS NULL)::int AS late,
    count(*) FILTER (WHERE cancel_reason = 'host' AND cancelled_at > starts_at - interval '24 hours')::int AS cancelled_late,
    count(*) FILTER (WHERE cancel_reason = 'no_show' AND kind = 0)::int AS no_shows
  FROM event WHERE host_id = u.id
) e
WHERE u.role = 1;

-- Those who paid for one have their score back; core/src/reviews/ranking.ts reckons the same.
UPDATE app_user u SET ranking = least(500, greatest(100, (200 * (s.stars * s.evenings - s.wrong * s.votes) + s.votes * s.evenings)
  / (2 * s.votes * s.evenings))) / 100.0
FROM host_record h
CROSS JOIN LATERAL (
  SELECT (3 + h.reviews)::bigint AS votes, (15 + h.stars)::bigint AS stars, (3 + h.started + h.cancelled_late + h.no_shows)::bigint AS evenings,
    (h.late + 2 * h.cancelled_late + 3 * h.no_shows)::bigint AS wrong
) s
WHERE h.host_id = u.id AND u.erased_at IS NULL
  AND EXISTS (SELECT 1 FROM event WHERE host_id = u.id AND kind = 1 AND cancel_reason = 'no_show');
