import type pg from 'pg';

export const movements = 1_000_000;
const events = 200;
/** Of the events that are released; the others are still to come. */
const releasedEvents = 180;
/** One sale in so many is refunded. */
const refundEvery = 20;

/**
 * One host with a million movements: sales and refunds of some hundred events, most of them released. Triggers are off;
 * the balances are computed by the function that rebuilds them.
 */
export async function seedBalance(db: pg.Client): Promise<{ hostId: number; eventUuid: string; rebuiltMs: number }> {
  await db.query("SET session_replication_role = replica; SET work_mem = '256MB'");
  const { rows: hosts } = await db.query<{ id: string }>(
    `INSERT INTO app_user (username, username_skeleton, email_norm, password_hash, name, surname, role)
     VALUES ('rich', 'rich', 'rich@bench.test', 'x', 'Rich', 'Host', 1) RETURNING id`,
  );
  const hostId = Number(hosts[0]!.id);
  await db.query(
    `INSERT INTO event (id, host_id, kind, state, ticket_type_id, title, description, cover_key, starts_at,
       original_starts_at, local_start, tz, capacity, price_minor, currency, min_fee_minor, fee_bp, started_at,
       finished_at, released_at)
     SELECT gen_random_uuid(), $1, 1, 2, 5, 'Evening ' || n, 'x', 'covers/bench', s.at, s.at, s.at AT TIME ZONE 'UTC',
       'UTC', 10000, 1200, 'EUR', 50, 500, s.at, s.at, CASE WHEN n <= ${releasedEvents} THEN s.at END
     FROM generate_series(1, ${events}) n,
       LATERAL (SELECT date_bin('15 minutes', app_now() - n * interval '5 minutes', 'epoch') AS at) s`,
    [hostId],
  );
  await db.query(`
    CREATE TEMP TABLE show AS SELECT row_number() OVER (ORDER BY starts_at) AS n, id,
      ledger_account_id('host_escrow', id::text, 'EUR') AS escrow,
      ledger_account_id('fee_deferred', id::text, 'EUR') AS fee, released_at IS NOT NULL AS released FROM event`);
  const accounts = `SELECT ledger_account_id('psp_clearing', 'sandbox_card', 'EUR') AS psp,
    ledger_account_id('refund_clearing', '', 'EUR') AS back,
    ledger_account_id('host_payable', '${hostId}', 'EUR') AS payable,
    ledger_account_id('fee_revenue', '', 'EUR') AS revenue`;
  await db.query(`CREATE TEMP TABLE book AS ${accounts}`);
  await db.query(
    `INSERT INTO ledger_tx (id, kind, source_key, host_id, event_id, created_at)
     SELECT g.n, CASE WHEN g.n % ${refundEvery} = 0 THEN 'refund_request' ELSE 'capture' END, 'bench:' || g.n, $1, s.id,
       app_now() - (${movements} - g.n) * interval '1 s'
     FROM generate_series(1, ${movements - releasedEvents}) AS g(n) JOIN show s ON s.n = 1 + g.n % ${events}`,
    [hostId],
  );
  await db.query(
    `INSERT INTO ledger_entry (tx_id, account_id, amount_minor)
     SELECT t.id, line.account, line.amount * CASE WHEN t.kind = 'capture' THEN 1 ELSE -1 END
     FROM ledger_tx t JOIN show s ON s.id = t.event_id CROSS JOIN book,
       LATERAL (VALUES
         (CASE WHEN t.kind = 'capture' THEN psp ELSE back END, 1310), (s.escrow, -1200), (s.fee, -110)
       ) line(account, amount)`,
  );
  await db.query(
    `WITH posted AS (
       INSERT INTO ledger_tx (id, kind, source_key, host_id, event_id)
       SELECT ${movements - releasedEvents} + row_number() OVER (), 'release', 'release:' || id, $1, id
       FROM show WHERE released RETURNING id, event_id)
     INSERT INTO ledger_entry (tx_id, account_id, amount_minor)
     SELECT posted.id, line.account, line.amount
     FROM posted JOIN show s ON s.id = posted.event_id CROSS JOIN book,
       LATERAL (SELECT -sum(x.amount_minor)::bigint AS total FROM ledger_entry x WHERE x.account_id = s.escrow) host,
       LATERAL (SELECT -sum(x.amount_minor)::bigint AS total FROM ledger_entry x WHERE x.account_id = s.fee) ours,
       LATERAL (VALUES
         (s.escrow, host.total), (payable, -host.total), (s.fee, ours.total), (revenue, -ours.total)
       ) line(account, amount)`,
    [hostId],
  );
  await db.query(`SELECT setval('ledger_tx_id_seq', ${movements + 1})`);
  await db.query('VACUUM ANALYZE ledger_tx, ledger_entry, ledger_account, event');
  const began = performance.now();
  await db.query('SET statement_timeout = 0; SELECT rebuild_host_balances()');
  const rebuiltMs = performance.now() - began;
  await db.query('SET session_replication_role = DEFAULT; ANALYZE host_balance');
  const { rows } = await db.query<{ id: string }>('SELECT id FROM show WHERE released ORDER BY n LIMIT 1');
  return { hostId, eventUuid: rows[0]!.id, rebuiltMs };
}
