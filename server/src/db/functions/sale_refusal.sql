-- Why an event sells nothing now.
--
-- Takes: the event's row.
-- Answers null where it sells, else:
--   event_cancelled
--   event_over
--   replay_not_for_sale   a replay whose host ended its sale, or that is gone
--   token_gated        only holders of tokens get in
--   ticketing_closed   unpublished by an app admin; or not live an hour after its start, when it is about to be
--                      cancelled as a no-show; a private meeting from its start on
--
-- Locks nothing. A caller that sells holds the event.
CREATE OR REPLACE FUNCTION sale_refusal(e event)
RETURNS text
LANGUAGE sql
STABLE
AS $$
  SELECT CASE
    WHEN e.cancelled_at IS NOT NULL THEN 'event_cancelled'
    WHEN e.replay_of IS NOT NULL THEN CASE
      WHEN e.sale_ended_at IS NOT NULL OR e.finished_at IS NOT NULL THEN 'replay_not_for_sale' END
    WHEN e.state = 2 THEN 'event_over'
    WHEN e.unpublished_at IS NOT NULL THEN 'ticketing_closed'
    WHEN NOT e.opening_ticketing THEN 'token_gated'
    WHEN e.private_for IS NOT NULL AND app_now() >= e.starts_at THEN 'ticketing_closed'
    WHEN e.state = 0 AND app_now() >= e.starts_at + interval '60 minutes' THEN 'ticketing_closed'
  END
$$;
