-- Why an event gives token holders no ticket now.
--
-- Takes: the event's row.
-- Answers null where it gives them one, else:
--   event_cancelled
--   event_over
--   not_token_gated    everybody may get a ticket
--   ticketing_closed   it is unpublished, live, or not live an hour after its start
--
-- Locks nothing. A caller that sells holds the event.
CREATE OR REPLACE FUNCTION holder_sale_refusal(e event)
RETURNS text
LANGUAGE sql
STABLE
AS $$
  SELECT CASE
    WHEN e.cancelled_at IS NOT NULL THEN 'event_cancelled'
    WHEN e.state = 2 THEN 'event_over'
    WHEN e.unpublished_at IS NOT NULL THEN 'ticketing_closed'
    WHEN e.opening_ticketing THEN 'not_token_gated'
    WHEN e.state = 1 OR app_now() >= e.starts_at + interval '60 minutes' THEN 'ticketing_closed'
  END
$$;
