-- Presentation and thanks videos of an event, upright for phones and landscape for desktops (spec §3). One file each.
CREATE TABLE event_video (
  event_id uuid NOT NULL REFERENCES event,
  slot text NOT NULL CHECK (slot IN ('presentation', 'presentation_landscape', 'thanks', 'thanks_landscape')),
  file_key text NOT NULL UNIQUE,
  bytes bigint NOT NULL CHECK (bytes BETWEEN 1 AND 104857600),
  duration_ms int NOT NULL CHECK (duration_ms BETWEEN 1 AND 20000),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (event_id, slot)
);
