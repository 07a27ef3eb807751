-- How many seats of an event are sold to everyone: all that it has, but no more than are taken while people wait,
-- because the next free seat is offered to the first of them (see offer_seats).
--
-- Takes: the event's row. Locks nothing.
CREATE OR REPLACE FUNCTION seats_for_sale(e event)
RETURNS int
LANGUAGE sql
STABLE
AS $$
  SELECT CASE WHEN e.waiting > 0 THEN e.held + e.sold ELSE seats_admitted(e) END
$$;
