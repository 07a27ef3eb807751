-- Free seats cost nothing to take for addresses nobody reads (reliability 17): of each event a network gets so many for typed addresses
-- whose mail was not opened yet. An address that has a ticket is answered like any other there, too.
CREATE INDEX orders_unopened ON orders (event_id, hold_address)
  WHERE status = 'paid' AND total_minor = 0 AND guest_key IS NOT NULL AND hold_address IS NOT NULL;

CREATE FUNCTION unopened_guest_seats(p_event uuid, p_address text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT count(*) FROM orders o JOIN app_user u ON u.id = o.buyer_id
  WHERE o.event_id = p_event AND o.hold_address = p_address AND o.status = 'paid' AND o.total_minor = 0 AND o.guest_key IS NOT NULL
    AND u.email_verified_at IS NULL
$$;

DO $$
DECLARE
  was text := pg_get_functiondef('sell_free_seats(uuid, json)'::regprocedure);
  now text := was;
  part text[];
BEGIN
  FOREACH part SLICE 1 IN ARRAY ARRAY[
    ['sell_free_seats(p_event uuid, p_rows json)', 'sell_free_seats(p_event uuid, p_rows json, p_unopened_max int)'],
    ['fee_bp int, currency text)', 'fee_bp int, currency text, address text)'],
    ['  ), judged AS (', '  ), found AS ('],
    [$x$ELSE 'fresh' END AS word$x$, $x$ELSE 'fresh' END AS found_word$x$],
    ['  ), placed AS (', $x$  ), judged AS (
    SELECT f.*, CASE WHEN f.unopened AND row_number() OVER (PARTITION BY f.unopened, f.address ORDER BY f.n)
        + unopened_guest_seats(p_event, f.address) > p_unopened_max THEN 'too_many_unopened' ELSE f.found_word END AS word
    FROM (SELECT x.*, x.guest IS NOT NULL AND x.address IS NOT NULL AND free > 0
      AND x.found_word IN ('fresh', 'converted', 'ticket_elsewhere') AS unopened FROM found x) f
  ), placed AS ($x$],
    ['paid_at, guest_key, promo)', 'paid_at, guest_key, promo, hold_address)'],
    ['w.guest, w.discount > 0', 'w.guest, w.discount > 0, CASE WHEN w.guest IS NOT NULL THEN w.address END']]
  LOOP
    IF position(part[1] IN now) = 0 THEN RAISE 'sell_free_seats says nothing of %', part[1]; END IF;
    now := replace(now, part[1], part[2]);
  END LOOP;
  DROP FUNCTION sell_free_seats(uuid, json);
  EXECUTE now;
END $$;
