-- An unpaid order of a guest with a session is held under the guest, not under a browser. It is in no other browser's way and ended
-- by none: whoever types the address holds a seat of their own, and the first that pays has the ticket (docs/decisions/0012). Only a
-- free seat, which is the address's at once, waits until the order is paid, lapsed or gone.
DO $$
DECLARE
  was text := pg_get_functiondef('sell_free_seats(uuid, json)'::regprocedure);
  now text := replace(replace(was, $x$WHEN o.status = 'pending' AND o.total_minor > 0 AND EXISTS ($x$,
    $x$WHEN o.status = 'pending' AND o.total_minor > 0 AND a.guest IS NOT NULL AND o.guest_key IS DISTINCT FROM a.guest
        THEN CASE WHEN o.hold_expires_at <= app_now() THEN 'lapsed' WHEN free > 0 THEN 'order_elsewhere' ELSE 'sold_out' END
      WHEN o.status = 'pending' AND o.total_minor > 0 AND EXISTS ($x$),
    $x$ORDER BY x.status = 'paid' DESC LIMIT 1$x$, $x$ORDER BY x.status = 'paid' DESC, x.holder_key = a.holder DESC LIMIT 1$x$);
BEGIN
  IF now NOT LIKE '%order_elsewhere%x.holder_key = a.holder DESC%' THEN RAISE 'sell_free_seats says nothing about open orders'; END IF;
  EXECUTE now;

  was := pg_get_functiondef('hold_seats(uuid, json, int, numeric, int, int, int)'::regprocedure);
  now := replace(was, $x$x.holder_key = 'u:' || a.buyer AND x.status IN ('pending', 'paid')$x$,
    $x$x.holder_key = 'u:' || a.buyer AND (x.status = 'paid' OR x.status = 'pending' AND a.guest IS NULL)$x$);
  IF now = was THEN RAISE 'hold_seats says nothing about orders of the buyer'; END IF;
  EXECUTE now;

  was := pg_get_functiondef('settle_payments(uuid, json)'::regprocedure);
  now := replace(was, $x$UPDATE orders SET status = 'paid', paid_at$x$,
    $x$UPDATE orders SET holder_key = open_holder(buyer_id, id::text) WHERE event_id = p_event AND holder_key = 'u:' || o.buyer_id
          AND status = 'pending' AND id <> o.id;
        UPDATE orders SET status = 'paid', paid_at$x$);
  IF now = was THEN RAISE 'settle_payments says nothing about what is paid'; END IF;
  EXECUTE now;
END $$;
