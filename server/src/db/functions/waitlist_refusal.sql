-- Why the line of an event is over: seats that get free are offered to nobody any more. The line of an event for token
-- holders goes on while it is live, because a seat is also freed at the door, by who sold their token.
--
-- Takes: the event's row; how long before the start the list of any other event closes, in ms.
-- Answers null while seats are offered, else waitlist_closed, or what sale_refusal or holder_sale_refusal answers.
--
-- Locks nothing.
CREATE OR REPLACE FUNCTION waitlist_refusal(e event, p_closes_ms int)
RETURNS text
LANGUAGE sql
STABLE
AS $$
  SELECT CASE
    WHEN NOT e.opening_ticketing AND e.state = 1 AND e.cancelled_at IS NULL THEN NULL
    WHEN NOT e.opening_ticketing THEN holder_sale_refusal(e)
    WHEN sale_refusal(e) IS NOT NULL THEN sale_refusal(e)
    WHEN e.state <> 0 OR app_now() >= e.starts_at - p_closes_ms * interval '1 ms' THEN 'waitlist_closed'
  END
$$;
