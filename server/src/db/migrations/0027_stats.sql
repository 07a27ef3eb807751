-- Statistics shown to hosts (docs/decisions/0060-recalculated-host-statistics.md), and recent activity.

-- What has to be recounted: an event, or (without one) what belongs to no event of the host. Written by facts and
-- by the triggers below, taken by a job.
CREATE TABLE stats_due (
  host_id bigint NOT NULL REFERENCES app_user,
  event_id uuid REFERENCES event ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE NULLS NOT DISTINCT (host_id, event_id)
);
CREATE INDEX stats_due_at ON stats_due (at);

-- The zone in which the days below were counted. Its row is locked while rows of the host are counted.
CREATE TABLE stats_host (
  host_id bigint PRIMARY KEY REFERENCES app_user,
  zone_name text NOT NULL
);

-- Sales and reviews of an event by day, counted from orders, refunds and reviews. Money is counted on the day it was
-- paid or asked back.
CREATE TABLE event_day (
  event_id uuid REFERENCES event ON DELETE CASCADE,
  day date,
  host_id bigint NOT NULL REFERENCES app_user,
  currency char(3) NOT NULL,
  sold int NOT NULL,
  returned int NOT NULL,
  price_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  refunded_price_minor bigint NOT NULL,
  refunded_fee_minor bigint NOT NULL,
  reviews int NOT NULL,
  stars int NOT NULL,
  PRIMARY KEY (event_id, day)
);
CREATE INDEX event_day_host ON event_day (host_id, day);

-- What happened in the room of an event that took place, on the day it began. Kept when the room's log is forgotten.
CREATE TABLE event_show (
  event_id uuid PRIMARY KEY REFERENCES event ON DELETE CASCADE,
  host_id bigint NOT NULL REFERENCES app_user,
  day date NOT NULL,
  currency char(3) NOT NULL,
  -- Tickets that were good at the end, and whose holders came.
  expected int NOT NULL,
  came int NOT NULL,
  viewers_peak int NOT NULL,
  -- The sum of the viewers of all minutes, and the number of minutes.
  viewer_minutes bigint NOT NULL,
  minutes int NOT NULL,
  turns int NOT NULL,
  messages int NOT NULL
);
CREATE INDEX event_show_host ON event_show (host_id, day);

-- Both of them, by event and day.
CREATE VIEW event_numbers AS
SELECT event_id, host_id, day, currency, sold, returned, price_minor, fee_minor, refunded_price_minor,
  refunded_fee_minor, reviews, stars, 0 AS shows, 0 AS expected, 0 AS came, 0 AS viewers_peak,
  0::bigint AS viewer_minutes, 0 AS minutes, 0 AS turns, 0 AS messages
FROM event_day
UNION ALL
SELECT event_id, host_id, day, currency, 0, 0, 0, 0, 0, 0, 0, 0, 1, expected, came, viewers_peak, viewer_minutes,
  minutes, turns, messages
FROM event_show;

-- Added up for all events of a host.
CREATE TABLE host_day (
  host_id bigint REFERENCES app_user,
  day date,
  currency char(3),
  sold int NOT NULL,
  returned int NOT NULL,
  price_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  refunded_price_minor bigint NOT NULL,
  refunded_fee_minor bigint NOT NULL,
  reviews int NOT NULL,
  stars int NOT NULL,
  shows int NOT NULL,
  expected int NOT NULL,
  came int NOT NULL,
  viewers_peak int NOT NULL,
  viewer_minutes bigint NOT NULL,
  minutes int NOT NULL,
  turns int NOT NULL,
  messages int NOT NULL,
  PRIMARY KEY (host_id, day, currency)
);

-- Who follows the host today, by the day they began to.
CREATE TABLE follow_day (
  host_id bigint REFERENCES app_user,
  day date,
  follows int NOT NULL,
  PRIMARY KEY (host_id, day)
);

-- Views of a page by the day of its host and by where people came from; without an event: of all pages of the host.
-- Counted as they come, and never again: nothing is kept that they could be counted from.
CREATE TABLE view_day (
  host_id bigint NOT NULL REFERENCES app_user,
  event_id uuid REFERENCES event ON DELETE CASCADE,
  day date NOT NULL,
  source text NOT NULL CHECK (char_length(source) <= 70),
  views int NOT NULL,
  -- People who looked for the first time that day; who opened the checkout.
  visitors int NOT NULL,
  checkouts int NOT NULL,
  UNIQUE NULLS NOT DISTINCT (host_id, event_id, day, source)
);
CREATE INDEX view_day_event ON view_day (event_id, day) WHERE event_id IS NOT NULL;

-- The salt of a day (UTC), and the hashes of address, browser and page that were seen that day. Both are deleted when
-- the day is over (docs/decisions/0061-cookieless-analytics.md). A crash may forget the hashes: somebody is then
-- counted twice.
CREATE TABLE visitor_salt (
  day date PRIMARY KEY,
  salt text NOT NULL
);
CREATE UNLOGGED TABLE visitor_seen (
  day date,
  hash bytea,
  PRIMARY KEY (day, hash)
);

-- How many viewers a live event had in each minute since it began.
CREATE TABLE viewer_sample (
  event_id uuid REFERENCES event ON DELETE CASCADE,
  minute int CHECK (minute BETWEEN 0 AND 10080),
  viewers int NOT NULL,
  PRIMARY KEY (event_id, minute)
);

-- What happened lately, for the host: one row for the sales of an event and day, for a review, and so on. Counted from
-- the same rows as the numbers above; `key` says what it is about.
CREATE TABLE activity (
  id bigserial PRIMARY KEY,
  host_id bigint NOT NULL REFERENCES app_user,
  key text NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'sales', 'refunds', 'follows', 'review', 'finished', 'cancelled', 'waitlist', 'payout', 'request')),
  event_id uuid REFERENCES event ON DELETE CASCADE,
  at timestamptz NOT NULL,
  -- How many; of a review its stars.
  count int NOT NULL,
  amount_minor bigint NOT NULL DEFAULT 0,
  currency char(3),
  -- Somebody the host may know of: a reviewer, the latest follower.
  person_id bigint REFERENCES app_user,
  -- The state of a payout, or the reason of a cancellation.
  detail text NOT NULL DEFAULT '',
  UNIQUE (host_id, key)
);
CREATE INDEX activity_newest ON activity (host_id, at DESC, id DESC);
CREATE INDEX activity_event ON activity (event_id);
CREATE INDEX activity_person ON activity (person_id) WHERE person_id IS NOT NULL;

-- Until when a host has read it.
CREATE TABLE activity_seen (
  user_id bigint PRIMARY KEY REFERENCES app_user,
  at timestamptz NOT NULL
);

CREATE TRIGGER follow_counted AFTER INSERT ON follow
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follows_changed();
CREATE TRIGGER unfollow_counted AFTER DELETE ON follow
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follows_changed();
CREATE TRIGGER review_counted AFTER INSERT OR UPDATE OR DELETE ON review
  FOR EACH ROW EXECUTE FUNCTION review_changed();
CREATE TRIGGER zone_counted AFTER UPDATE OF zone_name ON app_user
  FOR EACH ROW WHEN (OLD.zone_name IS DISTINCT FROM NEW.zone_name AND NEW.role = 1)
  EXECUTE FUNCTION host_zone_changed();

-- What happened before there were numbers is counted once.
INSERT INTO stats_due (host_id, event_id)
SELECT DISTINCT e.host_id, e.id FROM event e
WHERE EXISTS (SELECT 1 FROM orders o WHERE o.event_id = e.id) OR e.state = 2;
INSERT INTO stats_due (host_id) SELECT DISTINCT host_id FROM follow;
