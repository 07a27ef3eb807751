import { createHash, randomUUID } from 'node:crypto';
import { Refusal, type RefusalParams } from '@frontrow/core/kernel/refusal.ts';
import { type RefusalCode, refusals, refuse } from '@frontrow/core/refuse.ts';
import { BoundedMap } from '../bounded-map.ts';
import { batchedReads } from './batched-reads.ts';
import type { Db, Sql } from './db.ts';

export interface OnceKey {
  /** Who asks, and what for: keys of different people and calls never meet. */
  readonly scope: string;
  /** The request's `Idempotency-Key`; without one the work just runs. */
  readonly key: string | undefined;
  readonly body: unknown;
}

/** One try of a key. */
export interface Try {
  /** What this key makes has this id, whichever of its tries makes it; none without a key. */
  readonly made: string | undefined;
  /** When the key's first try began; none without a key. */
  readonly begunAt: Date | undefined;
  /** Not the first: one before it ended without an answer, and what that one did may be done. */
  readonly again: boolean;
}

type Kept = { readonly data: unknown } | { readonly refusal: { code: string; params: RefusalParams; field?: string } };

const keyCharsMax = 200;
const pollMs = 50;
const waitMs = 15_000;
/** A process that died with a key in hand has left it after this. */
const abandonedSeconds = 60;
const keptHours = 24;
const unsaidMax = 20_000;
const unsaidPerKeyMax = 8;
/** The last tries that ended here while the database was away, by scope and key: any may be the one it thinks goes on. */
const unsaid = new BoundedMap<string, readonly string[]>(unsaidMax);

export const isKey = (key: string): boolean => key !== '' && key.length <= keyCharsMax;

/** Whether a key was used before; those asked about at the same time are looked up together. */
export function createKeyLook(db: Db): (key: { readonly scope: string; readonly key: string }) => Promise<boolean> {
  const used = batchedReads<{ readonly scope: string; readonly key: string }, true>(async (keys) => {
    const rows = await db.query<{ nth: number }>(
      `SELECT k.nth::int AS nth FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (scope, key, nth) CROSS JOIN LATERAL (
         SELECT 1 FROM idempotency i WHERE i.scope = k.scope AND i.key = k.key OFFSET 0) i`,
      [keys.map(({ scope }) => scope), keys.map(({ key }) => key)],
    );
    const found = new Set(rows.map(({ nth }) => nth));
    return keys.map((_key, n) => (found.has(n + 1) ? true : undefined));
  });
  return async (key) => (await used(key)) === true;
}

const nameOf = (scope: string, key: string): string => `${scope} ${key}`;
const leaveUnsaid = (name: string, attempt: string): void =>
  unsaid.set(name, [...(unsaid.get(name) ?? []), attempt].slice(-unsaidPerKeyMax));

/**
 * Runs `work` once per key: the same key again gets the first answer (also while the first still runs), another body is refused
 * with 422 (decisions 20). Faults and "try again later" are not kept, so that trying again can succeed; `work` is told of a try before
 * it, and answers with what that one did (docs/decisions/0028).
 */
export async function once<T extends object>(
  db: Db,
  { scope, key, body }: OnceKey,
  work: (attempt: Try) => Promise<T>,
): Promise<T> {
  if (key === undefined) return work({ made: undefined, begunAt: undefined, again: false });
  if (!isKey(key)) throw refuse('bad_input', { detail: 'The Idempotency-Key is not valid.' });
  const hash = createHash('sha256').update(JSON.stringify(body)).digest();
  const name = nameOf(scope, key);
  const attempt = randomUUID();
  for (let waited = 0; waited <= waitMs; waited += pollMs) {
    const claim = db.one<{ made: string; first_at: Date; again: boolean }>(
      `INSERT INTO idempotency AS i (scope, key, request_hash, state, attempt) VALUES ($1, $2, $3, 'started', $5)
       ON CONFLICT (scope, key) DO UPDATE SET created_at = app_now(), state = 'started', attempt = $5
       WHERE i.request_hash = $3
         AND (i.state = 'left' OR i.state = 'started' AND (i.created_at < app_now() - make_interval(secs => $4) OR i.attempt = ANY($6)))
       RETURNING made, first_at, created_at > first_at AS again`,
      [scope, key, hash, abandonedSeconds, attempt, unsaid.get(name) ?? []],
    );
    const mine = await claim.catch((error: unknown) => {
      // It may have been written all the same, and nobody works on it.
      leaveUnsaid(name, attempt);
      throw error;
    });
    if (mine) {
      unsaid.delete(name);
      return runAndKeep(db, { scope, key, attempt }, () =>
        work({ made: mine.made, begunAt: mine.first_at, again: mine.again }),
      );
    }
    const found = await db.one<{ request_hash: Buffer; state: 'started' | 'done'; response: Kept | null }>(
      'SELECT request_hash, state, response FROM idempotency WHERE scope = $1 AND key = $2',
      [scope, key],
    );
    if (!found) continue;
    if (!found.request_hash.equals(hash)) throw refuse('idempotency_key_reused');
    if (found.state === 'done' && found.response) return replay<T>(found.response);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw refuse('request_in_progress', {}, { retryAfter: 5 });
}

/** What is kept stays, and who goes on goes on: a try that took so long that another one took over changes nothing of it. */
async function runAndKeep<T extends object>(
  db: Db,
  { scope, key, attempt }: { scope: string; key: string; attempt: string },
  work: () => Promise<T>,
): Promise<T> {
  const end = (state: 'done' | 'left', response?: Kept) =>
    db
      .query(
        "UPDATE idempotency SET state = $3, response = $4 WHERE scope = $1 AND key = $2 AND attempt = $5 AND state <> 'done'",
        [scope, key, state, response && JSON.stringify(response), attempt],
      )
      .catch((error: unknown) => {
        leaveUnsaid(nameOf(scope, key), attempt);
        throw error;
      });
  const keep = (response: Kept) => end('done', response);
  try {
    const data = await work();
    await keep({ data });
    return data;
  } catch (error) {
    if (error instanceof Refusal && !passes(error)) {
      await keep({ refusal: { code: error.code, params: error.params, ...(error.field && { field: error.field }) } });
    } else {
      await end('left');
    }
    throw error;
  }
}

/** A no that time alone turns into a yes is not the request's answer: the same key may ask again. */
const passes = ({ code, retryAfter, status }: Refusal): boolean =>
  status === 429 || status === 503 || retryAfter !== undefined || code === 'request_in_progress';

function replay<T>(kept: Kept): T {
  if ('data' in kept) return kept.data as T;
  const { code, params, field } = kept.refusal;
  if (!(code in refusals)) throw new Error(`a kept answer refuses with an unknown code: ${code}`);
  throw refuse(code as RefusalCode, params, field === undefined ? {} : { field });
}

/** Drops answers nobody will ask for again, and frees keys whose process died. */
export async function forgetOldKeys(sql: Sql): Promise<void> {
  await sql.query('DELETE FROM idempotency WHERE created_at < app_now() - make_interval(hours => $1)', [keptHours]);
  await sql.query(
    "UPDATE idempotency SET state = 'left' WHERE state = 'started' AND created_at < app_now() - make_interval(secs => $1)",
    [abandonedSeconds],
  );
}
