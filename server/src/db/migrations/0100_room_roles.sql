-- Guest speakers and co-hosts. A person can have a role before they enter. No constraint ties the role or the place on
-- stage to seat or ban: the last release ends those without knowing these columns.
ALTER TABLE room_member
  ADD COLUMN stage_role text NOT NULL DEFAULT 'viewer' CHECK (stage_role IN ('viewer', 'guest', 'cohost'));
ALTER TABLE room
  -- Who is on stage without a turn: one guest at a time.
  ADD COLUMN stage_guest_id bigint REFERENCES app_user;
