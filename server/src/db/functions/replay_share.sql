-- Of what the replay of an event shows now: how much was sent to the holder of a replay ticket, how much of that they
-- played, and how much there is, in milliseconds. What was cut out counts for nothing, even if it was watched before.
--
-- Takes: the ticket; the event that was recorded. Locks nothing.
CREATE OR REPLACE FUNCTION replay_share(p_ticket uuid, p_event uuid)
RETURNS TABLE (sent_ms bigint, played_ms bigint, length_ms bigint)
LANGUAGE sql
STABLE
AS $$
  SELECT
    (SELECT coalesce(sum(upper(span) - lower(span)), 0)::bigint FROM unnest(watched.seen * replay.shown) AS span),
    (SELECT coalesce(sum(upper(span) - lower(span)), 0)::bigint FROM unnest(watched.played * replay.shown) AS span),
    (SELECT coalesce(sum(upper(span) - lower(span)), 0)::bigint FROM unnest(replay.shown) AS span)
  FROM (SELECT replay_spans(p_event) AS shown) replay
  LEFT JOIN replay_watched watched ON watched.ticket_id = p_ticket
$$;
