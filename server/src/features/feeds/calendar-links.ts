import type { Db, Sql } from '../../db/db.ts';
import { hashOf } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import { createSeal, type Seal } from '../../seal.ts';

type LinkDeps = Pick<Kit, 'config' | 'ids'> & { readonly db: Db };

const sealOf = ({ config, ids }: LinkDeps): Seal => createSeal(config, 'calendar-feed', ids);
const urlOf = ({ config }: LinkDeps, secret: string): string => `${config.publicUrl}/calendar/${secret}.ics`;

/** The address under which the account's tickets are subscribed to; undefined where there is none. */
export async function calendarUrl(deps: LinkDeps, accountId: number): Promise<string | undefined> {
  const row = await deps.db.one<{ secret_sealed: Buffer }>(
    'SELECT secret_sealed FROM calendar_feed WHERE user_id = $1',
    [accountId],
  );
  return row && urlOf(deps, sealOf(deps).open(String(accountId), row.secret_sealed).toString());
}

/** Gives the account a new address. The one before stops working at once. */
export async function rotateCalendarUrl(deps: LinkDeps, accountId: number): Promise<string> {
  const secret = deps.ids.secret();
  await deps.db.query(
    `INSERT INTO calendar_feed (user_id, secret_hash, secret_sealed) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET secret_hash = excluded.secret_hash, secret_sealed = excluded.secret_sealed,
       created_at = app_now()`,
    [accountId, hashOf(secret), sealOf(deps).seal(String(accountId), Buffer.from(secret))],
  );
  return urlOf(deps, secret);
}

export async function removeCalendarUrl(sql: Sql, accountId: number): Promise<void> {
  await sql.query('DELETE FROM calendar_feed WHERE user_id = $1', [accountId]);
}

/** Whose tickets a secret shows: of no one who is suspended. */
export async function accountOfSecret(sql: Sql, secret: string): Promise<number | undefined> {
  const row = await sql.one<{ id: number }>(
    `SELECT u.id FROM calendar_feed f JOIN app_user u ON u.id = f.user_id
     WHERE f.secret_hash = $1 AND u.erased_at IS NULL AND u.suspended_at IS NULL`,
    [hashOf(secret)],
  );
  return row?.id;
}
