-- How many costless seats of an event one network has taken for typed addresses whose mail nobody has opened yet.
--
-- Takes: the event; the network's address. Locks nothing; the caller holds the event.
CREATE OR REPLACE FUNCTION unopened_guest_seats(p_event uuid, p_address text)
RETURNS bigint
LANGUAGE sql
STABLE
AS $$
  SELECT count(*)
  FROM orders taken
  JOIN app_user guest ON guest.id = taken.buyer_id
  WHERE taken.event_id = p_event AND taken.hold_address = p_address
    AND taken.status = 'paid' AND taken.total_minor = 0 AND taken.guest_key IS NOT NULL
    AND guest.email_verified_at IS NULL
$$;
