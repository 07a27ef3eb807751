-- Whether somebody was removed from an event, or from the event of a replay, and has not been readmitted: with any
-- account of the same person (see same_person), as at the door.
--
-- Takes: the event, the account that asks. Locks nothing.
CREATE OR REPLACE FUNCTION was_removed(p_event uuid, p_user bigint)
RETURNS boolean
LANGUAGE sql
STABLE
AS $$
  SELECT EXISTS (
    SELECT 1 FROM room_member m
    WHERE m.event_id = (SELECT coalesce(e.replay_of, e.id) FROM event e WHERE e.id = p_event)
      AND m.user_id IN (SELECT p_user UNION ALL SELECT s.other_id FROM same_person s WHERE s.user_id = p_user)
      AND m.removed_at IS NOT NULL)
$$;
