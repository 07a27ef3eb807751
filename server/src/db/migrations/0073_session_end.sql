-- When a session ends although it is used: its tokens are never valid for longer. Sessions of before get theirs at
-- their next renewal.
ALTER TABLE refresh_token ADD COLUMN session_until timestamptz;
