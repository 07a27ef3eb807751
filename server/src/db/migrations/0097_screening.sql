-- With screening on, the first in the queue gets ready before the turn begins. No constraint ties the next speaker to a
-- raised hand: the last release lowers hands without knowing these columns.
ALTER TABLE room
  ADD COLUMN screening boolean NOT NULL DEFAULT false,
  ADD COLUMN next_id bigint REFERENCES app_user,
  ADD COLUMN next_state text CHECK (next_state IN ('warmingUp', 'ready', 'declined')),
  -- When someone else is asked, while the next speaker has not answered.
  ADD COLUMN next_answer_by timestamptz;
CREATE INDEX room_next_answer_by ON room (next_answer_by) WHERE next_answer_by IS NOT NULL AND closed_at IS NULL;
CREATE INDEX room_next ON room (event_id) WHERE next_id IS NOT NULL AND closed_at IS NULL;
-- Was asked to get ready and did not; asked again after the next turn.
ALTER TABLE room_member ADD COLUMN warm_up_passed boolean NOT NULL DEFAULT false;
