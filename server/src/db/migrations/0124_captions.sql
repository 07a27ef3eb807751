-- Captions: what people on stage say, as text. Off until the host switches them on; finished lines are the transcript.
ALTER TABLE room ADD COLUMN captions_enabled boolean NOT NULL DEFAULT false;
CREATE TABLE caption_line (
  event_id uuid REFERENCES event,
  speaker_id bigint REFERENCES app_user,
  line_id uuid,
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 400),
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (event_id, speaker_id, line_id)
);
CREATE INDEX caption_line_time ON caption_line (event_id, at);
CREATE INDEX caption_line_speaker ON caption_line (speaker_id);
