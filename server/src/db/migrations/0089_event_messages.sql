-- What a host wrote to everybody with a ticket.
CREATE TABLE event_message (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 100),
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX event_message_event ON event_message (event_id, created_at);
