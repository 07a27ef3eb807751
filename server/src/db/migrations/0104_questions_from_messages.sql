-- A chat message can become a question (docs/decisions/0133): a message may be longer than a question, and becomes one
-- only once.
ALTER TABLE question
  ADD COLUMN message_seq bigint,
  DROP CONSTRAINT question_body_check,
  ADD CONSTRAINT question_body_check CHECK (char_length(body) BETWEEN 1 AND 200);
CREATE UNIQUE INDEX question_of_message ON question (event_id, message_seq) WHERE message_seq IS NOT NULL;
