-- Taken out of the room for the rest of the event, unless let back in: no seat, no hand, no event-admin right meanwhile.
ALTER TABLE room_member ADD COLUMN removed_at timestamptz;
ALTER TABLE room_member ADD CONSTRAINT removed_has_nothing
  CHECK (removed_at IS NULL OR (seat_until IS NULL AND hand_raised_at IS NULL AND NOT is_admin));
