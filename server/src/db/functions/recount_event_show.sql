-- Counts what happened in the room of an event that took place, unless it was a private meeting: who came, how many
-- watched, turns and messages. After the end none of it changes, so it is counted once; it also stays when the room's
-- log is forgotten. Only its day may change, with the host's zone.
--
-- Takes: the event; the zone of its host's days. Answers the days that changed.
--
-- Takes no locks: see recount_event.
CREATE OR REPLACE FUNCTION recount_event_show(p_event uuid, p_zone text)
RETURNS date[]
LANGUAGE plpgsql
AS $$
DECLARE
  the_event event;
  show_day date;
  old_day date;
BEGIN
  SELECT * INTO the_event FROM event WHERE id = p_event;
  SELECT s.day INTO old_day FROM event_show s WHERE s.event_id = p_event;
  IF the_event.state <> 2 OR the_event.started_at IS NULL OR the_event.cancelled_at IS NOT NULL
    OR the_event.private_for IS NOT NULL THEN
    DELETE FROM event_show WHERE event_id = p_event;
    RETURN CASE WHEN old_day IS NULL THEN '{}' ELSE ARRAY[old_day] END;
  END IF;

  show_day := (the_event.started_at AT TIME ZONE p_zone)::date;
  IF old_day = show_day THEN
    RETURN '{}';
  END IF;
  IF old_day IS NOT NULL THEN
    UPDATE event_show SET day = show_day WHERE event_id = p_event;
  ELSE
    INSERT INTO event_show (
      event_id, host_id, day, currency, expected, came, viewers_peak, viewer_minutes, minutes, turns, messages)
    SELECT p_event, the_event.host_id, show_day, the_event.currency, tickets.good, tickets.came, watched.peak,
      watched.viewers, watched.minutes, turns.given, chat.lines
    FROM (
      SELECT count(*)::int AS good, (count(*) FILTER (WHERE EXISTS (
        SELECT 1 FROM room_member m
        WHERE m.event_id = p_event AND m.user_id = t.holder_id AND m.joined_at IS NOT NULL)))::int AS came
      FROM (
        SELECT live.holder_id FROM ticket live WHERE live.event_id = p_event AND live.voided_at IS NULL
        UNION ALL
        SELECT gone.holder_id FROM orders o
        JOIN ticket gone ON gone.order_id = o.id AND gone.voided_at IS NOT NULL
        WHERE o.event_id = p_event AND o.status NOT IN ('pending', 'paid') AND gone.voided_at > the_event.finished_at
      ) t) tickets
    CROSS JOIN (
      SELECT coalesce(max(viewers), 0) AS peak, coalesce(sum(viewers), 0) AS viewers, count(*)::int AS minutes
      FROM viewer_sample
      WHERE event_id = p_event) watched
    CROSS JOIN (
      SELECT count(*)::int AS given FROM room_event
      WHERE event_id = p_event AND type = 'updateEvent' AND payload ->> 'change' = 'turn') turns
    CROSS JOIN (
      SELECT count(*)::int AS lines FROM chat_message
      WHERE event_id = p_event AND removed_at IS NULL) chat;
  END IF;
  RETURN array_remove(ARRAY[old_day, show_day], NULL);
END $$;
