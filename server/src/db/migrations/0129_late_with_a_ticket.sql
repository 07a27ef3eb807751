-- Money that comes after its hold, for somebody who has a ticket by then: no seat is gone, the ticket was there first. So it is where
-- the order came along with an address, or its account bought anew.
DO $$
DECLARE
  was text := pg_get_functiondef('settle_payments(uuid, json)'::regprocedure);
  now text := replace(was, $x$WHEN o.status = 'expired' THEN 'seat_gone'$x$, $x$WHEN o.status = 'expired' AND EXISTS (
          SELECT 1 FROM orders x WHERE x.event_id = p_event AND x.holder_key = o.holder_key AND x.status = 'paid') THEN 'address_has_ticket'
        WHEN o.status = 'expired' THEN 'seat_gone'$x$);
BEGIN
  IF now = was THEN RAISE 'settle_payments says nothing about a seat that is gone'; END IF;
  EXECUTE now;
END $$;
