import { refuse, type RefusalCode } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { hashOf } from '../../keys.ts';

/** At most `max` attempts per key and window, counted in the database, so for all processes and also from loopback. */
export interface AttemptLimit {
  readonly scope: string;
  readonly max: number;
  readonly windowMs: number;
}

/** One counter: a limit and whom it counts. */
export interface Counter extends AttemptLimit {
  readonly key: string;
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

/**
 * Counts one attempt at each counter and runs `judge`. Only an answer that is undefined (a wrong password, a wrong
 * code) stays counted: a right one is not, nor one that failed with an error, such as an overload. When a counter has
 * no attempt left, `judge` does not run, those before it are not counted either, and the refusal says when to try
 * again.
 */
export async function judgeAttempt<T>(
  sql: Sql,
  { counters, refusal }: { readonly counters: readonly Counter[]; readonly refusal: RefusalCode },
  judge: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const taken: Counter[] = [];
  let isWrong = false;
  try {
    for (const counter of counters) {
      const { ok, retryAfter } = await takeAttempt(sql, counter, counter.key);
      if (!ok) throw refuse(refusal, { minutes: Math.ceil(retryAfter / 60) }, { retryAfter });
      taken.push(counter);
    }
    const judged = await judge();
    isWrong = judged === undefined;
    return judged;
  } finally {
    if (!isWrong) for (const counter of taken) await giveAttemptBack(sql, counter);
  }
}

/** Uncounts an attempt that succeeded, or that nothing came of. */
export async function giveAttemptBack(sql: Sql, { scope, key }: Pick<Counter, 'scope' | 'key'>): Promise<void> {
  await sql.query('UPDATE attempt_counter SET used = greatest(used - 1, 0) WHERE scope = $1 AND key = $2', [
    scope,
    hashOf(key),
  ]);
}
