-- What people who were there say of an event and its host: one per ticket. An app admin's removal leaves the row, so that the
-- same person cannot say it again.
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
