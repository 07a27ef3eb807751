import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { hashOf } from '../../keys.ts';

/** At most `max` attempts per key and window, counted in the database, so for all processes and also from loopback. */
export interface AttemptLimit {
  readonly scope: string;
  readonly max: number;
  readonly windowMs: number;
}

/** Counts one attempt. `ok` is false when the window has no attempt left. */
export async function takeAttempt(
  sql: Sql,
  limit: AttemptLimit,
  key: string,
): Promise<{ ok: boolean; retryAfter: number }> {
  const row = await sql.one<{ used: number; seconds: number }>(
    `INSERT INTO attempt_counter AS c (scope, key, used, window_ends)
     VALUES ($1, $2, 1, app_now() + make_interval(secs => $3))
     ON CONFLICT (scope, key) DO UPDATE SET
       used = CASE WHEN c.window_ends <= app_now() THEN 1 ELSE least(c.used + 1, $4 + 1) END,
       window_ends = CASE WHEN c.window_ends <= app_now() THEN excluded.window_ends ELSE c.window_ends END
     RETURNING used, extract(epoch FROM window_ends - app_now())::float8 AS seconds`,
    [limit.scope, hashOf(key), limit.windowMs / 1000, limit.max],
  );
  return { ok: (row?.used ?? 0) <= limit.max, retryAfter: Math.max(1, Math.ceil(row?.seconds ?? 1)) };
}

/** Counts one attempt. Refuses `too_many_requests` when the window has none left. */
export async function needAttempt(sql: Sql, limit: AttemptLimit, key: string): Promise<void> {
  const { ok, retryAfter } = await takeAttempt(sql, limit, key);
  if (!ok) throw refuse('too_many_requests', {}, { retryAfter });
}

/** Counts one attempt and runs `judge`. An attempt that fails with an error, such as an overload, is not counted. */
export async function judgeAttempt<T>(sql: Sql, limit: AttemptLimit, key: string, judge: () => Promise<T>): Promise<T> {
  await needAttempt(sql, limit, key);
  try {
    return await judge();
  } catch (error) {
    await giveAttemptBack(sql, limit, key);
    throw error;
  }
}

/** Uncounts an attempt that succeeded. */
export async function giveAttemptBack(sql: Sql, limit: AttemptLimit, key: string): Promise<void> {
  await sql.query('UPDATE attempt_counter SET used = greatest(used - 1, 0) WHERE scope = $1 AND key = $2', [
    limit.scope,
    hashOf(key),
  ]);
}
