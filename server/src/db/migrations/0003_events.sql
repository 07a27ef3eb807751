CREATE TABLE language (
  ide int PRIMARY KEY,
  code text NOT NULL UNIQUE,
  description text NOT NULL,
  image text NOT NULL
);

CREATE TABLE category (
  ide int PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  description text NOT NULL
);

CREATE TABLE ticket_type (
  id int PRIMARY KEY,
  event_type smallint NOT NULL CHECK (event_type IN (0, 1)),
  rally_ticket boolean NOT NULL,
  ticket_price_enabled boolean NOT NULL,
  max_attendees int NOT NULL,
  max_attendees_massive int NOT NULL,
  max_ticket_price int NOT NULL,
  min_fee_minor bigint NOT NULL,
  fee_bp int NOT NULL,
  currency char(3) NOT NULL
);

CREATE TABLE event (
  id uuid PRIMARY KEY,
  ide bigserial UNIQUE,
  host_id bigint NOT NULL REFERENCES app_user,
  kind smallint NOT NULL CHECK (kind IN (0, 1)),
  state smallint NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),
  ticket_type_id int NOT NULL REFERENCES ticket_type,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 120),
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 250),
  cover_key text NOT NULL,
  category_ide int REFERENCES category,
  lang_ides int[] NOT NULL DEFAULT '{}',
  is_public boolean NOT NULL DEFAULT true,
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
  -- Overselling is impossible by this constraint, not by care (decisions 18).
  CONSTRAINT no_oversell CHECK (held + sold <= capacity)
);
CREATE INDEX event_upcoming ON event (starts_at, id) WHERE is_public AND state < 2;
CREATE INDEX event_host ON event (host_id, starts_at);
CREATE INDEX event_live ON event (started_at) WHERE state = 1;

CREATE TABLE event_tag (
  event_id uuid NOT NULL REFERENCES event,
  position smallint NOT NULL,
  tag text NOT NULL,
  PRIMARY KEY (event_id, position)
);
CREATE INDEX event_tag_tag ON event_tag (lower(tag));
