import pg from 'pg';

/** Tickets of the one host: the most that one event can have, and very many small ones. */
export const tickets = 1_000_000;
const broadcasts = 8;
const perBroadcast = 100_000;
const perRoom = 49;
const rooms = Math.floor((tickets - broadcasts * perBroadcast) / perRoom);
export const events = broadcasts + rooms;
const buyers = perBroadcast;
/** One in this many tickets is refunded. */
const refundEvery = 100;
const sourcesPerDay = 20;

/** What /stats must answer over the whole year, counted from the orders by one plain statement. */
export interface Truth {
  readonly sold: number;
  readonly revenue_minor: number;
}

/**
 * A host whose events of a year sold a million tickets: orders, payments, tickets, refunds and rooms as the product
 * leaves them. Triggers, keys and indexes are off while they are written.
 */
export async function seedHost(url: string): Promise<{ hostId: number; truth: Truth }> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  await db.query("SET session_replication_role = replica; SET work_mem = '128MB'");
  const { rows: indexes } = await db.query<{ indexname: string; indexdef: string }>(
    `SELECT i.indexname, i.indexdef FROM pg_indexes i
     WHERE i.schemaname = 'public' AND i.tablename IN ('orders', 'ticket', 'room_member')
       AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)`,
  );
  for (const { indexname } of indexes) await db.query(`DROP INDEX ${indexname}`);
  const made = await db.query<{ id: string }>(
    `INSERT INTO app_user (username, username_skeleton, email_norm, password_hash, role, massive, zone_name)
     VALUES ('manyhost', 'manyhost', 'many@bench.test', 'x', 1, true, 'Europe/Madrid') RETURNING id`,
  );
  const hostId = Number(made.rows[0]!.id);
  await db.query(
    `INSERT INTO app_user (username, username_skeleton, email_norm, password_hash)
     SELECT 'b' || n, 'b' || n, 'b' || n || '@bench.test', 'x' FROM generate_series(1, ${buyers}) n`,
  );
  await db.query(
    `INSERT INTO event (id, host_id, kind, state, ticket_type_id, title, description, cover_key, starts_at,
       original_starts_at, local_start, tz, capacity, sold, tickets_issued, price_minor, currency, min_fee_minor,
       fee_bp,
       started_at, finished_at)
     SELECT gen_random_uuid(), $1, kind, 2, CASE kind WHEN 1 THEN 5 ELSE 2 END, 'Event ' || n, 'Many.', 'covers/bench',
       at, at, at AT TIME ZONE 'UTC', 'UTC', seats, seats, seats, 1000, 'EUR', 50, 500, at, at + interval '1 hour'
     FROM (
       SELECT n, CASE WHEN n <= ${broadcasts} THEN 1 ELSE 0 END AS kind,
         CASE WHEN n <= ${broadcasts} THEN ${perBroadcast} ELSE ${perRoom} END AS seats,
         date_bin('15 minutes', app_now(), 'epoch') - (n % 360) * interval '1 day' - interval '3 hours' AS at
       FROM generate_series(1, ${events}) n) each`,
    [hostId],
  );
  await db.query(
    `INSERT INTO orders (id, event_id, buyer_id, holder_key, status, price_minor, fee_minor, total_minor, currency,
       created_at, paid_at, refunded_price_minor, refunded_fee_minor)
     SELECT gen_random_uuid(), e.id, $1 + n, person_holder($1 + n),
       CASE WHEN n % ${refundEvery} = 0 THEN 'refunded' ELSE 'paid' END::order_status, 1000, 100, 1100, 'EUR',
       at, at, CASE WHEN n % ${refundEvery} = 0 THEN 1000 ELSE 0 END,
       CASE WHEN n % ${refundEvery} = 0 THEN 100 ELSE 0 END
     FROM event e CROSS JOIN generate_series(1, e.capacity) n
     CROSS JOIN LATERAL (SELECT e.starts_at - (n % 96) * interval '2 hours' AS at) s`,
    [hostId],
  );
  await db.query(
    `INSERT INTO payment (id, order_id, provider, amount_minor, currency, status, idem_key, created_at, settled_at)
     SELECT gen_random_uuid(), id, 'sandbox_card', 1100, 'EUR', 'succeeded', id, paid_at, paid_at
     FROM orders WHERE status = 'refunded'`,
  );
  await db.query(
    `INSERT INTO refund (id, payment_id, reason, amount_minor, price_minor, fee_minor, status, created_at)
     SELECT gen_random_uuid(), id, 'admin', 1100, 1000, 100, 'succeeded', created_at + interval '1 day' FROM payment`,
  );
  await db.query(
    `INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code, created_at, voided_at)
     SELECT gen_random_uuid(), id, event_id, buyer_id, holder_key, id::text, paid_at,
       CASE WHEN status = 'refunded' THEN paid_at + interval '1 day' END FROM orders`,
  );
  await db.query('INSERT INTO room (event_id, closed_at) SELECT id, finished_at FROM event');
  await db.query(
    `INSERT INTO room_member (event_id, user_id, joined_at)
     SELECT event_id, holder_id, created_at FROM ticket WHERE voided_at IS NULL AND holder_id % 5 <> 0`,
  );
  await db.query(
    `INSERT INTO viewer_sample (event_id, minute, viewers)
     SELECT id, m, 1 + (capacity * 4 / 5) * least(m, 10) / 10 FROM event, generate_series(0, 59) m`,
  );
  await db.query(
    `INSERT INTO view_day (host_id, event_id, day, source, views, visitors, checkouts)
     SELECT $1, NULL, app_now()::date - d, 'site:source' || s || '.example', 900, 700, 90
     FROM generate_series(0, 400) d, generate_series(1, ${sourcesPerDay}) s`,
    [hostId],
  );
  await db.query(
    `INSERT INTO view_day (host_id, event_id, day, source, views, visitors, checkouts)
     SELECT $1, id, starts_at::date - d, 'direct', 50, 40, 9 FROM event, generate_series(0, 3) d`,
    [hostId],
  );
  for (const { indexdef } of indexes) await db.query(indexdef);
  await db.query('VACUUM ANALYZE');
  const truth = await db.query<{ sold: string; revenue_minor: string }>(
    'SELECT count(*) AS sold, sum(price_minor - refunded_price_minor) AS revenue_minor FROM orders',
  );
  await db.end();
  const { sold, revenue_minor: revenue } = truth.rows[0]!;
  return { hostId, truth: { sold: Number(sold), revenue_minor: Number(revenue) } };
}
