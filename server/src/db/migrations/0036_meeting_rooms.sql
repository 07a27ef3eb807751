-- The room of a private meeting: who came, and which meetings are to end (docs/decisions/0071-private-meeting-room.md).

-- Of a private meeting only: since when this person has been seen in the room while the meeting ran. A person
-- who left before it began has missed it.
ALTER TABLE room_member ADD COLUMN met_at timestamptz;

CREATE INDEX event_meeting_ends ON event (ends_at) WHERE private_for IS NOT NULL AND state < 2;
