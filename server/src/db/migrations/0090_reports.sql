-- Reports of events, people, reviews and chat messages to the app admins (docs/decisions/0124).
CREATE TYPE report_status AS ENUM ('open', 'resolved', 'dismissed');
CREATE TABLE report (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('event', 'person', 'review', 'message')),
  -- One for each thing that can be reported, such as 'event:<uuid>' or 'message:<uuid>:<seq>'.
  subject_key text NOT NULL,
  -- The host of the event, the person, or the author.
  subject_id bigint NOT NULL REFERENCES app_user,
  event_id uuid REFERENCES event,
  -- No reference: a review can be deleted by its author, and the report stays.
  review_ide bigint,
  -- What was written when it was reported; the original may change or go.
  quote text NOT NULL DEFAULT '',
  reporter_id bigint NOT NULL REFERENCES app_user,
  reason text NOT NULL,
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 500),
  status report_status NOT NULL DEFAULT 'open',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  decided_at timestamptz,
  decided_by bigint REFERENCES app_user,
  decision text CHECK (char_length(decision) <= 500),
  CHECK ((status = 'open') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX one_open_report ON report (subject_key, reporter_id) WHERE status = 'open';
CREATE INDEX report_newest ON report (created_at, id);
CREATE INDEX report_subject ON report (subject_id, created_at);
CREATE INDEX report_reporter ON report (reporter_id, created_at);
CREATE TRIGGER report_forward BEFORE UPDATE OF status ON report
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only('open>resolved', 'open>dismissed');

-- Reviews that hosts had reported before; the columns of review are dropped with the next release.
INSERT INTO report
  (id, kind, subject_key, subject_id, event_id, review_ide, quote, reporter_id, reason, note, created_at)
SELECT gen_random_uuid(), 'review', 'review:' || r.id, r.author_id, r.event_id, r.id, r.body, r.host_id, 'other',
  left(r.report_reason, 500), r.reported_at
FROM review r WHERE r.reported_at IS NOT NULL AND r.removed_at IS NULL;
