-- What must hold of reviews and the score of hosts; see invariants.sql.
-- name: H01 the score and the number of reviews of a host are what the tables say (docs/decisions/0014)
SELECT u.id FROM app_user u
JOIN host_record h ON h.host_id = u.id
CROSS JOIN LATERAL (
  SELECT
    (3 + h.reviews)::bigint votes,
    (15 + h.stars)::bigint stars,
    (3 + h.started + h.cancelled_late + h.no_shows)::bigint evenings,
    (h.late + 2 * h.cancelled_late + 3 * h.no_shows)::bigint wrong) s
WHERE u.erased_at IS NULL
  AND (
    (u.ranking * 100)::bigint <> least(500, greatest(
      100, (200 * (s.stars * s.evenings - s.wrong * s.votes) + s.votes * s.evenings) / (2 * s.votes * s.evenings)))
    OR u.review_count <> h.reviews);
-- name: H02 a review is by somebody who was there, of an event that took place, never by its host
SELECT r.id FROM review r
JOIN event e ON e.id = r.event_id
JOIN ticket t ON t.id = r.ticket_id
WHERE r.host_id <> e.host_id
  OR r.author_id = e.host_id
  OR t.event_id <> r.event_id
  OR t.holder_id <> r.author_id
  OR e.state <> 2
  OR NOT EXISTS (
    SELECT 1 FROM room_member m
    WHERE m.event_id = r.event_id AND m.user_id = r.author_id AND m.joined_at IS NOT NULL);
