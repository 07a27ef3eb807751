-- Why an event's encoder was refused last. Encoders reconnect by themselves every few seconds: without this row the
-- host could read the reason only while one of them is connected. It goes with the first picture that is taken.
CREATE TABLE encoder_refusal (
  event_id uuid PRIMARY KEY REFERENCES event,
  sentence text NOT NULL CHECK (char_length(sentence) BETWEEN 1 AND 300),
  refused_at timestamptz NOT NULL DEFAULT app_now()
);
