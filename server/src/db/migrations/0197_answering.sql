-- The question that its author answers on stage now, one at a time (docs/decisions/0185). It counts while the question
-- is open; a process of the last release closes a question without unsetting it.
ALTER TABLE question ADD COLUMN answering boolean NOT NULL DEFAULT false;
CREATE INDEX question_answering ON question (event_id) WHERE answering;
