-- A live event as its host published it, and how many of its seats are taken.
CREATE TABLE event (
  id uuid PRIMARY KEY,
  ide bigserial UNIQUE,
  host_id bigint NOT NULL REFERENCES app_user,
  -- 0 interactive, 1 broadcast.
  kind smallint NOT NULL CHECK (kind IN (0, 1)),
  -- 0 published, 1 live, 2 finished.
  state smallint NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),
  ticket_type_id int NOT NULL REFERENCES ticket_type,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 120),
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 250),
  cover_key text NOT NULL,
  category_ide int REFERENCES category,
  lang_ides int[] NOT NULL DEFAULT '{}',
  is_public boolean NOT NULL DEFAULT true,
  -- False: only for holders of the tokens below.
  opening_ticketing boolean NOT NULL DEFAULT true,
  rally_nfts text[] NOT NULL DEFAULT '{}',
  rally_coins jsonb NOT NULL DEFAULT '[]',
  promo_code text,
  promo_percent int CHECK (promo_percent BETWEEN 1 AND 100),
  starts_at timestamptz NOT NULL,
  original_starts_at timestamptz NOT NULL,
  local_start timestamp NOT NULL,
  tz text NOT NULL,
  capacity int NOT NULL CHECK (capacity BETWEEN 1 AND CASE kind WHEN 0 THEN 49 ELSE 100000 END),
  -- Seats of pending orders, and of paid ones.
  held int NOT NULL DEFAULT 0 CHECK (held >= 0),
  sold int NOT NULL DEFAULT 0 CHECK (sold >= 0),
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  currency char(3) NOT NULL,
  min_fee_minor bigint NOT NULL,
  fee_bp int NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  reschedules smallint NOT NULL DEFAULT 0 CHECK (reschedules <= 1),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- The number of the last ticket: the next one has the next number, even if others were returned.
  tickets_issued int NOT NULL DEFAULT 0,
  -- The promo code may have a cap and a window of time.
  promo_cap int CHECK (promo_cap > 0),
  promo_from timestamptz,
  promo_until timestamptz CHECK (promo_until > promo_from),
  -- When the start was moved: anyone who ordered before that may return the ticket.
  rescheduled_at timestamptz CHECK ((rescheduled_at IS NOT NULL) = (reschedules = 1)),
  -- Overselling is impossible by this constraint, not by care.
  CONSTRAINT no_oversell CHECK (held + sold <= capacity)
);
CREATE INDEX event_upcoming ON event (starts_at, id) WHERE is_public AND state < 2;
CREATE INDEX event_host ON event (host_id, starts_at);
CREATE INDEX event_live ON event (started_at) WHERE state = 1;
-- A host's own lists.
CREATE INDEX event_own_lists ON event (host_id, state, starts_at, id);

CREATE TABLE event_tag (
  event_id uuid NOT NULL REFERENCES event,
  position smallint NOT NULL,
  tag text NOT NULL,
  PRIMARY KEY (event_id, position)
);
CREATE INDEX event_tag_tag ON event_tag (lower(tag));

-- Presentation and thanks videos of an event, upright for phones and landscape for desktops; one file each.
CREATE TABLE event_video (
  event_id uuid NOT NULL REFERENCES event,
  slot text NOT NULL CHECK (slot IN ('presentation', 'presentation_landscape', 'thanks', 'thanks_landscape')),
  file_key text NOT NULL UNIQUE,
  bytes bigint NOT NULL CHECK (bytes BETWEEN 1 AND 104857600),
  duration_ms int NOT NULL CHECK (duration_ms BETWEEN 1 AND 20000),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (event_id, slot)
);

-- Files of the storage that no row names, yet or any more: written down before the file is stored, taken out by the
-- transaction that names it, written down again by the one that names it no more. A job removes what stays here.
CREATE TABLE unwritten_file (
  file_key text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX unwritten_file_age ON unwritten_file (created_at);
