-- What a person recognises a session by in the list of sessions: the browser's own description.
ALTER TABLE refresh_token ADD COLUMN device text NOT NULL DEFAULT '';
