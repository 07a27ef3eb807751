-- As before; who settles is told the seat of each ticket made at once and its time, and so needs not read what was just written.
DO $$
DECLARE
  plain text := pg_get_functiondef('settle_plain(event, json)'::regprocedure);
  many text := pg_get_functiondef('settle_payments(uuid, json)'::regprocedure);
  plain_now text := replace(replace(plain, 'OUT done_orders uuid[])', 'OUT done_orders uuid[], OUT done_seats int[])'),
    'INTO done, done_orders FROM plain f', ', array_agg(f.seat ORDER BY f.n) INTO done, done_orders, done_seats FROM plain f');
  many_now text := replace(replace(replace(replace(replace(many,
    'order_id uuid)', 'order_id uuid, seat int, at timestamptz)'),
    'done_orders uuid[];', 'done_orders uuid[]; done_seats int[];'),
    'SELECT s.done, s.done_orders INTO done, done_orders FROM', 'SELECT s.done, s.done_orders, s.done_seats INTO done, done_orders, done_seats FROM'),
    $x$SELECT d.n, 'paid', d.order_id FROM unnest(done, done_orders) AS d(n, order_id)$x$,
    $x$SELECT d.n, 'paid', d.order_id, d.seat, app_now() FROM unnest(done, done_orders, done_seats) AS d(n, order_id, seat)$x$),
    'order_id := o.id;', 'order_id := o.id; at := app_now();');
BEGIN
  IF plain_now NOT LIKE '%OUT done_seats%array_agg(f.seat%' THEN RAISE 'settle_plain says nothing about what it has done'; END IF;
  IF many_now NOT LIKE '%seat int, at timestamptz)%done_seats int[];%s.done_seats INTO%d.seat, app_now()%at := app_now();%' THEN
    RAISE 'settle_payments says nothing about what was done at once';
  END IF;
  DROP FUNCTION settle_payments(uuid, json);
  DROP FUNCTION settle_plain(event, json);
  EXECUTE plain_now;
  EXECUTE many_now;
END $$;
