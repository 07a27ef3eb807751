-- Events that a host published as dates of one series; each of them stays an event like any other.
CREATE TABLE event_series (
  id uuid PRIMARY KEY,
  -- Orders the site map.
  ide bigserial UNIQUE,
  host_id bigint NOT NULL REFERENCES app_user,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 120),
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX event_series_host ON event_series (host_id);

ALTER TABLE event ADD COLUMN series_id uuid REFERENCES event_series;
CREATE INDEX event_of_series ON event (series_id, original_starts_at, id) WHERE series_id IS NOT NULL;
