-- When tickets go on sale, where that is later than the publication. From five minutes before, people wait in line on
-- the waiting page: in random order until then, and in the order in which they came afterwards.
ALTER TABLE event ADD COLUMN sales_open_at timestamptz;

CREATE TABLE sale_queue (
  event_id uuid PRIMARY KEY REFERENCES event,
  last_place int NOT NULL DEFAULT 0,
  -- People up to this place have been let in to the checkout.
  admitted_through int NOT NULL DEFAULT 0,
  CHECK (0 <= admitted_through AND admitted_through <= last_place)
);

CREATE TABLE queue_place (
  event_id uuid NOT NULL REFERENCES sale_queue,
  user_id bigint NOT NULL REFERENCES app_user,
  draw text NOT NULL CHECK (char_length(draw) BETWEEN 16 AND 64),
  -- Null until sales open.
  place int CHECK (place > 0),
  joined_at timestamptz NOT NULL DEFAULT app_now(),
  admitted_at timestamptz,
  -- Of the checkout, within two minutes of the admission.
  begun_at timestamptz,
  PRIMARY KEY (event_id, user_id),
  UNIQUE (event_id, place),
  CHECK (admitted_at IS NULL OR place IS NOT NULL),
  CHECK (begun_at IS NULL OR admitted_at IS NOT NULL)
);
CREATE INDEX queue_place_of_user ON queue_place (user_id);
CREATE INDEX queue_place_admitted ON queue_place (event_id, admitted_at) WHERE begun_at IS NULL;
