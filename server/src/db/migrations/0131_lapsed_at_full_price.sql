-- An order whose hold has run out makes room before a free seat is looked for; it was to be renewed, which a lapsed one never is, until
-- whoever pressed was told that the purchase was under way. And of a buyer's presses that come together the later ones look again
-- after the first, unless that one asked for a seat and found none: they were told that the event is full.
DO $$
DECLARE
  was text := pg_get_functiondef('sell_free_seats(uuid, json)'::regprocedure);
  now text := replace(replace(was, $x$WHEN o.status = 'pending' AND o.total_minor > 0 AND a.discount > 0 THEN 'afresh'$x$,
    $x$WHEN o.status = 'pending' AND o.total_minor > 0 AND o.hold_expires_at <= app_now() THEN 'lapsed'
      WHEN o.status = 'pending' AND o.total_minor > 0 AND a.discount > 0 THEN 'afresh'$x$),
    $x$WHEN p.word = 'again' THEN 'sold_out'$x$,
    $x$WHEN p.word = 'again' AND EXISTS (SELECT 1 FROM placed f WHERE f.buyer = p.buyer AND f.word = 'fresh') THEN 'sold_out'$x$);
BEGIN
  IF now NOT LIKE '%THEN ''lapsed''%THEN ''afresh''%f.word = ''fresh''%' THEN RAISE 'sell_free_seats says nothing about open orders'; END IF;
  EXECUTE now;
END $$;
