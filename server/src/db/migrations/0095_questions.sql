-- Questions of the audience. They refer to the event: a room is there only once it was opened, and people ask before.
CREATE TABLE question (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  author_id bigint NOT NULL REFERENCES app_user,
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 140),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'dismissed')),
  pinned boolean NOT NULL DEFAULT false,
  -- Kept with the question, because lists are sorted by it.
  votes int NOT NULL DEFAULT 0 CHECK (votes >= 0),
  asked_at timestamptz NOT NULL DEFAULT app_now(),
  changed_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX question_event ON question (event_id, state);
CREATE INDEX question_author ON question (author_id);

CREATE TABLE question_vote (
  question_id uuid REFERENCES question ON DELETE CASCADE,
  user_id bigint REFERENCES app_user,
  PRIMARY KEY (question_id, user_id)
);
CREATE INDEX question_vote_user ON question_vote (user_id);
