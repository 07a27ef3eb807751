-- What a host's record counts of private meetings is said by their requests: an unpaid one that was called off, or one
-- that its viewer cancelled, is nothing the host did wrong.
CREATE OR REPLACE VIEW host_record AS
SELECT u.id AS host_id, r.reviews, r.stars, e.started, e.late, e.cancelled_late, e.no_shows
FROM app_user u
CROSS JOIN LATERAL (
  SELECT count(*)::int AS reviews, coalesce(sum(stars), 0)::int AS stars
  FROM review
  WHERE host_id = u.id AND removed_at IS NULL
) r
CROSS JOIN LATERAL (
  SELECT
    count(*) FILTER (WHERE CASE
      WHEN its.private_for IS NULL THEN its.started_at IS NOT NULL AND its.cancelled_at IS NULL
      ELSE meeting.status = 'finished' END)::int AS started,
    count(*) FILTER (WHERE its.private_for IS NULL AND its.started_at > its.starts_at + interval '10 minutes'
      AND its.cancelled_at IS NULL)::int AS late,
    count(*) FILTER (WHERE its.cancel_reason = 'host' AND its.cancelled_at > its.starts_at - interval '24 hours'
      AND (its.private_for IS NULL OR meeting.status = 'cancelled_by_host' AND EXISTS (
        SELECT 1 FROM private_request_step step
        WHERE step.request_id = meeting.id AND step.status = 'confirmed')))::int AS cancelled_late,
    count(*) FILTER (WHERE CASE
      WHEN its.private_for IS NULL THEN its.cancel_reason = 'no_show' AND its.kind = 0
      ELSE meeting.missed_by IN ('host', 'both') END)::int AS no_shows
  FROM event its
  LEFT JOIN private_request meeting ON meeting.id = its.id
  WHERE its.host_id = u.id
) e
WHERE u.role = 1;

-- The statistics read what a host's meetings brought.
CREATE INDEX event_meeting_of_host ON event (host_id) WHERE private_for IS NOT NULL;
