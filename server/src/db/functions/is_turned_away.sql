-- Whether the holder of a ticket is turned away from a live broadcast now: the room admits fewer viewers than the
-- event has seats, as many as it admits are in it, and the holder is not one of them. Somebody who was removed by a
-- moderator is not turned away by the limit.
--
-- Takes: the event, the account that holds the ticket, how many viewers a broadcast room admits. Locks nothing.
CREATE OR REPLACE FUNCTION is_turned_away(p_event uuid, p_holder bigint, p_viewers_max int)
RETURNS boolean
LANGUAGE sql
STABLE
AS $$
  SELECT CASE WHEN e.kind = 1 AND e.state = 1 AND e.cancelled_at IS NULL AND e.capacity > p_viewers_max
    THEN NOT EXISTS (
        SELECT 1 FROM room_member m WHERE m.event_id = p_event
          AND (m.user_id = p_holder OR m.user_id IN (SELECT other_id FROM same_person WHERE user_id = p_holder))
          AND (m.removed_at IS NOT NULL OR m.user_id = p_holder AND m.seat_until > app_now()))
      AND p_viewers_max <= (
        SELECT count(*) FROM room_member m
        WHERE m.event_id = p_event AND m.user_id <> e.host_id AND m.seat_until > app_now())
    ELSE false END
  FROM event e WHERE e.id = p_event
$$;
