-- Trigger, once per statement that deletes from a room's log: it may go when the room is closed, because nobody can
-- be told from it any more.
--
-- Takes: the deleted rows, as the transition table `gone`.
-- Answers no verdict: the log of an open room raises 42501. Locks nothing.
CREATE OR REPLACE FUNCTION only_logs_of_closed_rooms_go()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM room its_room
    WHERE its_room.closed_at IS NULL AND its_room.event_id IN (SELECT event_id FROM gone))
  THEN
    RAISE EXCEPTION 'the log of an open room stays' USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;
