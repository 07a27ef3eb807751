-- What people who were there say of an event and its host: one per ticket. An app admin's removal leaves the row, so
-- that the same person cannot say it again.
CREATE TABLE review (
  id bigserial PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  host_id bigint NOT NULL REFERENCES app_user,
  author_id bigint NOT NULL REFERENCES app_user,
  ticket_id uuid NOT NULL UNIQUE REFERENCES ticket,
  stars smallint NOT NULL CHECK (stars BETWEEN 1 AND 5),
  body text NOT NULL DEFAULT '' CHECK (char_length(body) <= 500),
  at timestamptz NOT NULL DEFAULT app_now(),
  reported_at timestamptz,
  report_reason text NOT NULL DEFAULT '' CHECK (char_length(report_reason) <= 500),
  removed_at timestamptz,
  UNIQUE (event_id, author_id)
);
CREATE INDEX review_host ON review (host_id, at DESC, id DESC) WHERE removed_at IS NULL;
CREATE INDEX review_event ON review (event_id, at DESC, id DESC) WHERE removed_at IS NULL;
CREATE INDEX review_author ON review (author_id);
CREATE INDEX review_reported ON review (reported_at) WHERE reported_at IS NOT NULL AND removed_at IS NULL;

-- What a host's score is made of; core makes the score. Late: more than 10 min after the start. Cancelled late: less
-- than 24 h before it. A broadcast's room has no screen yet: its host cannot start it, so its no-shows do not count.
CREATE VIEW host_record AS
SELECT u.id AS host_id, r.reviews, r.stars, e.started, e.late, e.cancelled_late, e.no_shows
FROM app_user u
CROSS JOIN LATERAL (
  SELECT count(*)::int AS reviews, coalesce(sum(stars), 0)::int AS stars
  FROM review
  WHERE host_id = u.id AND removed_at IS NULL
) r
CROSS JOIN LATERAL (
  SELECT
    count(*) FILTER (WHERE started_at IS NOT NULL AND cancelled_at IS NULL)::int AS started,
    count(*) FILTER (WHERE started_at > starts_at + interval '10 minutes' AND cancelled_at IS NULL)::int AS late,
    count(*) FILTER (WHERE cancel_reason = 'host' AND cancelled_at > starts_at - interval '24 hours')::int
      AS cancelled_late,
    count(*) FILTER (WHERE cancel_reason = 'no_show' AND kind = 0)::int AS no_shows
  FROM event
  WHERE host_id = u.id
) e
WHERE u.role = 1;
