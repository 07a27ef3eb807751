-- Private meetings: a viewer asks for a time, the host agrees, the viewer pays, both meet
-- (docs/decisions/0067-private-meetings-are-events.md).

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- The ticket of a private meeting: nobody publishes with it.
ALTER TABLE ticket_type ADD COLUMN private boolean NOT NULL DEFAULT false;
INSERT INTO ticket_type (
  id, event_type, rally_ticket, ticket_price_enabled, max_attendees, max_attendees_massive, max_ticket_price,
  min_fee_minor, fee_bp, currency, private)
VALUES (7, 0, false, true, 1, 1, 500, 50, 500, 'EUR', true);

-- An accepted request is an event of one seat that nobody else ever sees; its id is the request's.
ALTER TABLE event
  ADD COLUMN private_for bigint REFERENCES app_user,
  -- Of a private meeting only: when it is over.
  ADD COLUMN ends_at timestamptz,
  ADD CONSTRAINT private_is_hidden
    CHECK (private_for IS NULL OR (NOT is_public AND kind = 0 AND capacity = 1 AND private_for <> host_id)),
  ADD CONSTRAINT private_ends CHECK ((private_for IS NULL) = (ends_at IS NULL) AND ends_at > starts_at);
CREATE INDEX event_private_for ON event (private_for) WHERE private_for IS NOT NULL;

-- The time of a host that is taken. Two private meetings never overlap, nor do a meeting and an event; events of the
-- catalogue may. An event's lane is its own number, a meeting's is all of them.
CREATE TABLE host_time (
  event_id uuid PRIMARY KEY REFERENCES event ON DELETE CASCADE,
  host_id bigint NOT NULL REFERENCES app_user,
  lane int8range NOT NULL,
  during tstzrange NOT NULL CHECK (NOT isempty(during)),
  CONSTRAINT host_time_free EXCLUDE USING gist (host_id WITH =, lane WITH &&, during WITH &&)
);
INSERT INTO host_time (event_id, host_id, lane, during)
SELECT id, host_id, int8range(ide, ide, '[]'), tstzrange(starts_at, starts_at + interval '120 minutes')
FROM event WHERE state < 2 AND cancelled_at IS NULL;
-- The sale writes none of these columns, so its updates stay cheap.
CREATE TRIGGER event_takes_time AFTER INSERT OR UPDATE OF starts_at, ends_at, state, cancelled_at ON event
  FOR EACH ROW EXECUTE FUNCTION host_time_follows_event();

-- What a host offers. Hours are of the wall clock in the host's zone.
CREATE TABLE meeting_offer (
  host_id bigint PRIMARY KEY REFERENCES app_user,
  enabled boolean NOT NULL,
  tz text NOT NULL,
  -- Kept free before and after a meeting.
  buffer_minutes int NOT NULL DEFAULT 0 CHECK (buffer_minutes BETWEEN 0 AND 120),
  -- No meeting starts sooner than this after it is asked for.
  notice_hours int NOT NULL DEFAULT 24 CHECK (notice_hours BETWEEN 0 AND 720),
  -- Meetings of one week of the host's calendar; null: as many as there are times.
  weekly_max int CHECK (weekly_max BETWEEN 1 AND 100),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE TABLE meeting_length (
  host_id bigint NOT NULL REFERENCES meeting_offer ON DELETE CASCADE,
  minutes int NOT NULL CHECK (minutes IN (15, 30, 45, 60)),
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  currency char(3) NOT NULL,
  PRIMARY KEY (host_id, minutes)
);
-- Minutes from midnight; 1 is Monday.
CREATE TABLE meeting_hours (
  host_id bigint NOT NULL REFERENCES meeting_offer ON DELETE CASCADE,
  weekday int NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  from_minute int NOT NULL CHECK (from_minute >= 0),
  to_minute int NOT NULL CHECK (to_minute <= 1440 AND to_minute > from_minute),
  PRIMARY KEY (host_id, weekday, from_minute)
);
-- One day differs: other hours, or none at all (both null).
CREATE TABLE meeting_exception (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  host_id bigint NOT NULL REFERENCES meeting_offer ON DELETE CASCADE,
  day date NOT NULL,
  from_minute int CHECK (from_minute >= 0),
  to_minute int CHECK (to_minute <= 1440 AND to_minute > from_minute),
  CHECK ((from_minute IS NULL) = (to_minute IS NULL))
);
CREATE UNIQUE INDEX meeting_exception_day ON meeting_exception (host_id, day, coalesce(from_minute, -1));

-- Whom a host wants no requests from.
CREATE TABLE host_block (
  host_id bigint NOT NULL REFERENCES app_user,
  user_id bigint NOT NULL REFERENCES app_user,
  blocked_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (host_id, user_id)
);
CREATE INDEX host_block_user ON host_block (user_id);

CREATE TYPE meeting_state AS ENUM (
  'pending_confirmation', 'accepted', 'modified', 'rejected', 'cancelled_by_viewer', 'cancelled_by_host', 'expired',
  'confirmed', 'finished', 'missed');
CREATE TYPE meeting_payment_state AS ENUM ('none', 'pending_ticket_purchase', 'paid', 'refunded');
CREATE TYPE meeting_side AS ENUM ('viewer', 'host');
CREATE TABLE private_request (
  id uuid PRIMARY KEY,
  host_id bigint NOT NULL REFERENCES app_user,
  viewer_id bigint NOT NULL REFERENCES app_user CHECK (viewer_id <> host_id),
  status meeting_state NOT NULL DEFAULT 'pending_confirmation',
  payment_state meeting_payment_state NOT NULL DEFAULT 'none',
  missed_by text CHECK (missed_by IN ('viewer', 'host', 'both')),
  -- As asked or as modified last; frozen from acceptance on, but for time that the host adds in the room.
  starts_at timestamptz NOT NULL,
  minutes int NOT NULL CHECK (minutes IN (15, 30, 45, 60)),
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  currency char(3) NOT NULL,
  -- The viewer's question.
  message text NOT NULL DEFAULT '' CHECK (char_length(message) <= 500),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  accepted_at timestamptz,
  -- The last change, and what each side has seen of it.
  changed_at timestamptz NOT NULL DEFAULT app_now(),
  changed_by meeting_side,
  viewer_seen_at timestamptz,
  host_seen_at timestamptz,
  CONSTRAINT missed_has_who CHECK ((status = 'missed') = (missed_by IS NOT NULL)),
  CONSTRAINT accepted_first
    CHECK (status NOT IN ('accepted', 'confirmed', 'finished', 'missed') OR accepted_at IS NOT NULL)
);
CREATE INDEX private_request_host ON private_request (host_id, changed_at DESC, id);
CREATE INDEX private_request_viewer ON private_request (viewer_id, changed_at DESC, id);
CREATE INDEX private_request_open ON private_request (starts_at)
  WHERE status IN ('pending_confirmation', 'modified', 'accepted', 'confirmed');
-- One open request of a viewer to a host.
CREATE UNIQUE INDEX private_request_one_open ON private_request (viewer_id, host_id)
  WHERE status IN ('pending_confirmation', 'modified', 'accepted');
CREATE TRIGGER private_request_forward BEFORE UPDATE OF status ON private_request
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only(
    'pending_confirmation>accepted', 'pending_confirmation>modified', 'pending_confirmation>rejected',
    'pending_confirmation>cancelled_by_viewer', 'pending_confirmation>cancelled_by_host',
    'pending_confirmation>expired', 'modified>accepted', 'modified>modified', 'modified>cancelled_by_viewer',
    'modified>cancelled_by_host',
    'modified>expired', 'accepted>confirmed', 'accepted>cancelled_by_viewer', 'accepted>cancelled_by_host',
    'accepted>expired', 'confirmed>finished', 'confirmed>missed', 'confirmed>cancelled_by_viewer',
    'confirmed>cancelled_by_host');

-- Every change: who, when, and what was proposed by it. `by_side` is null where time brought it.
CREATE TABLE private_request_step (
  request_id uuid NOT NULL REFERENCES private_request,
  n int NOT NULL,
  by_side meeting_side,
  status meeting_state NOT NULL,
  payment_state meeting_payment_state NOT NULL,
  starts_at timestamptz NOT NULL,
  minutes int NOT NULL,
  price_minor bigint NOT NULL,
  message text NOT NULL DEFAULT '' CHECK (char_length(message) <= 500),
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (request_id, n)
);
