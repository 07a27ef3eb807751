-- Trigger: the order of an offer was paid, ran out or was given up; the place on the waitlist follows in the same
-- transaction.
--
-- Locks: the place (by its UPDATE). The caller that moves an order holds its event.
CREATE OR REPLACE FUNCTION place_follows_order()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.status = 'paid' THEN
    UPDATE waitlist_place SET status = 'bought', ended_at = app_now()
    WHERE order_id = NEW.id AND status IN ('offered', 'lapsed');
  ELSIF NEW.status = 'expired' THEN
    UPDATE waitlist_place SET status = 'lapsed', ended_at = app_now() WHERE order_id = NEW.id AND status = 'offered';
  ELSIF NEW.status = 'cancelled' THEN
    UPDATE waitlist_place
    SET status = CASE WHEN (SELECT e.state FROM event e WHERE e.id = NEW.event_id) = 2
        THEN 'ended' ELSE 'left' END::waitlist_status,
      ended_at = app_now()
    WHERE order_id = NEW.id AND status = 'offered';
  END IF;
  RETURN NULL;
END $$;
