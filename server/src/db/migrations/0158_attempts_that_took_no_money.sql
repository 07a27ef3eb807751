-- How often somebody tried to pay in the last minutes is asked of what took no money alone: a regular with dozens of tickets had each of
-- their payments looked at for each new one.
CREATE INDEX payment_unpaid ON payment (order_id, created_at) WHERE status <> 'succeeded' AND amount_minor > 0;

-- As before; in the order of that index, so that it is the one that answers.
DO $$
DECLARE
  was text := pg_get_functiondef('hold_seats(uuid, json, int, numeric, int, int, int)'::regprocedure);
  now text := replace(was, $x$AND z.created_at > app_now() - p_attempts_ms * interval '1 ms' OFFSET 0) x$x$,
    $x$AND z.created_at > app_now() - p_attempts_ms * interval '1 ms' ORDER BY z.created_at DESC OFFSET 0) x$x$);
BEGIN
  IF now = was THEN RAISE 'hold_seats says nothing about earlier attempts'; END IF;
  EXECUTE now;
END $$;
