-- A turn can have a time limit, and a raised hand a question. No constraint ties them to speaker or hand: the last
-- release clears those without knowing these columns.
ALTER TABLE room
  -- The length of turns that begin from now on; 0 is no limit.
  ADD COLUMN turn_length int NOT NULL DEFAULT 0,
  ADD COLUMN new_voices_first boolean NOT NULL DEFAULT false,
  ADD COLUMN pinned_hand_id bigint REFERENCES app_user,
  -- When the current turn ends, and its whole length with every extension.
  ADD COLUMN turn_ends_at timestamptz,
  ADD COLUMN turn_seconds int;
CREATE INDEX room_turn_ends ON room (turn_ends_at) WHERE turn_ends_at IS NOT NULL AND closed_at IS NULL;
ALTER TABLE room_member
  ADD COLUMN hand_question text CHECK (char_length(hand_question) BETWEEN 1 AND 140),
  -- How long this person has been on stage in this event, without the current turn.
  ADD COLUMN spoken_seconds int NOT NULL DEFAULT 0;
