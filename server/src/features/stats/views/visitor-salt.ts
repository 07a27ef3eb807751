import type { Db, Sql } from '../../../db/db.ts';
import type { Kit } from '../../../kit.ts';

const rowsMax = 50_000;

/** The salt of this day (UTC), the same in all processes. */
export async function saltOfToday(sql: Sql, ids: Kit['ids']): Promise<{ day: string; salt: string }> {
  await sql.query(
    `INSERT INTO visitor_salt (day, salt) VALUES ((app_now() AT TIME ZONE 'UTC')::date, $1) ON CONFLICT DO NOTHING`,
    [ids.secret()],
  );
  const row = await sql.one<{ day: string; salt: string }>(
    `SELECT day::text AS day, salt FROM visitor_salt WHERE day = (app_now() AT TIME ZONE 'UTC')::date`,
  );
  if (!row) throw new Error('the day has no salt');
  return row;
}

/** Deletes the salts and hashes of days that are over: from then on nobody can tell who was counted. */
export async function forgetVisitors(db: Db): Promise<void> {
  await db.query(`DELETE FROM visitor_salt WHERE day < (app_now() AT TIME ZONE 'UTC')::date`);
  await db.query(
    `DELETE FROM visitor_seen WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM visitor_seen WHERE day < (app_now() AT TIME ZONE 'UTC')::date LIMIT ${rowsMax}
       FOR UPDATE SKIP LOCKED))`,
  );
}
