-- Whether a question is being answered on stage: its author has the turn. A process of the last release that ends the
-- turn leaves the mark on the question, where it then means nothing.
--
-- Takes: the question's row. Locks nothing.
CREATE OR REPLACE FUNCTION is_answered_now(q question)
RETURNS boolean
LANGUAGE sql
STABLE
AS $$
  SELECT q.answering AND q.state = 'open'
    AND EXISTS (SELECT 1 FROM room r WHERE r.event_id = q.event_id AND r.speaker_id = q.author_id)
$$;
