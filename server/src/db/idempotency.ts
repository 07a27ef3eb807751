import { createHash, randomUUID } from 'node:crypto';
import { Refusal, type RefusalParams } from '@frontrow/core/kernel/refusal.ts';
import { type RefusalCode, refusals, refuse } from '@frontrow/core/refuse.ts';
import { LRUCache } from 'lru-cache';
import { batchedReads } from './batcher.ts';
import type { Db } from './db.ts';

/** A key within its scope. */
export interface ScopedKey {
  /** Who asks, and what for: keys of different people and calls never meet. */
  readonly scope: string;
  readonly key: string;
}

export interface KeyedRequest {
  readonly scope: string;
  /** The request's `Idempotency-Key`; without one the work just runs. */
  readonly key: string | undefined;
  readonly body: unknown;
}

/** One attempt to answer a keyed request. */
export interface Attempt {
  /** The id of what the request creates, the same for every attempt of a key; undefined without a key. */
  readonly resultId: string | undefined;
  /** When the first attempt of the key began; undefined without a key. */
  readonly firstBegunAt: Date | undefined;
  /** An earlier attempt ended without an answer. What it was asked to do may be done already. */
  readonly repeated: boolean;
}

export interface Idempotency {
  /**
   * Runs `work` once per key. The same key again gets the first answer, also while the first attempt still runs; with
   * another body it is refused with 422. Faults and refusals that expire are not stored, so that the key can be tried
   * again; `work` then learns that it is a repeated attempt (docs/decisions/0028).
   */
  run<T extends object>(request: KeyedRequest, work: (attempt: Attempt) => Promise<T>): Promise<T>;
  /** Whether a key was used before. Keys asked about at the same time are looked up together. */
  wasUsed(key: ScopedKey): Promise<boolean>;
  /** Deletes answers nobody will ask for again, and releases keys whose process died. True while there may be more. */
  forgetOldKeys(): Promise<boolean>;
}

type Stored =
  | { readonly data: unknown }
  | { readonly refusal: { code: string; params: RefusalParams; field?: string } };

interface Claimed {
  readonly made: string;
  readonly first_at: Date;
  readonly again: boolean;
}

const keyCharsMax = 200;
const pollMs = 50;
const waitMs = 15_000;
/** A key that a process claimed and did not answer within this time is free again: the process died. */
const abandonedSeconds = 60;
const keptHours = 24;
/** Keys that one run forgets or releases. */
const rowsMax = 5_000;
const unreportedKeysMax = 20_000;
const unreportedPerKeyMax = 8;

export const isKey = (key: string): boolean => key !== '' && key.length <= keyCharsMax;

const nameOf = ({ scope, key }: ScopedKey): string => `${scope} ${key}`;

interface Attempts {
  /** Claims the key for this attempt; undefined where another attempt has it or it is answered. */
  claim(key: ScopedKey, hash: Buffer, attempt: string): Promise<Claimed | undefined>;
  /** A stored answer stays, and an attempt that was taken over changes nothing of the one that took over. */
  end(key: ScopedKey, attempt: string, state: 'done' | 'left', response?: Stored): Promise<void>;
}

function createAttempts(db: Db): Attempts {
  /**
   * By key: the last attempts of this process whose end could not be written because the database was away. The table
   * may name any of them as the attempt that still runs, so this process may take the key over at once.
   */
  const unreported = new LRUCache<string, readonly string[]>({ max: unreportedKeysMax });
  const rememberUnreported = (key: ScopedKey, attempt: string): void => {
    const earlier = unreported.get(nameOf(key)) ?? [];
    unreported.set(nameOf(key), [...earlier, attempt].slice(-unreportedPerKeyMax));
  };

  const claim: Attempts['claim'] = async (key, hash, attempt) => {
    try {
      const claimed = await db.one<Claimed>(
        `INSERT INTO idempotency AS i (scope, key, request_hash, state, attempt) VALUES ($1, $2, $3, 'started', $5)
         ON CONFLICT (scope, key) DO UPDATE SET created_at = app_now(), state = 'started', attempt = $5
         WHERE i.request_hash = $3 AND (i.state = 'left' OR i.state = 'started' AND (
           i.created_at < app_now() - make_interval(secs => $4) OR i.attempt = ANY($6)))
         RETURNING made, first_at, created_at > first_at AS again`,
        [key.scope, key.key, hash, abandonedSeconds, attempt, unreported.get(nameOf(key)) ?? []],
      );
      if (claimed) unreported.delete(nameOf(key));
      return claimed;
    } catch (error) {
      // The claim may have been written although we never heard of it.
      rememberUnreported(key, attempt);
      throw error;
    }
  };

  const end: Attempts['end'] = async (key, attempt, state, response) => {
    try {
      await db.query(
        `UPDATE idempotency SET state = $3, response = $4
         WHERE scope = $1 AND key = $2 AND attempt = $5 AND state <> 'done'`,
        [key.scope, key.key, state, response && JSON.stringify(response), attempt],
      );
    } catch (error) {
      rememberUnreported(key, attempt);
      throw error;
    }
  };

  return { claim, end };
}

export function createIdempotency(db: Db): Idempotency {
  const { claim, end } = createAttempts(db);

  const runAndStore = async <T extends object>(key: ScopedKey, attempt: string, work: () => Promise<T>): Promise<T> => {
    try {
      const data = await work();
      await end(key, attempt, 'done', { data });
      return data;
    } catch (error) {
      if (error instanceof Refusal && !expires(error)) {
        const { code, params, field } = error;
        await end(key, attempt, 'done', { refusal: { code, params, ...(field && { field }) } });
      } else {
        await end(key, attempt, 'left');
      }
      throw error;
    }
  };

  return {
    wasUsed: createKeyLookup(db),

    async run<T extends object>({ scope, key: named, body }: KeyedRequest, work: (attempt: Attempt) => Promise<T>) {
      if (named === undefined) return work({ resultId: undefined, firstBegunAt: undefined, repeated: false });
      if (!isKey(named)) throw refuse('bad_input', { detail: 'The Idempotency-Key is not valid.' });
      const key = { scope, key: named };
      const hash = createHash('sha256').update(JSON.stringify(body)).digest();
      const attempt = randomUUID();
      for (let waited = 0; waited <= waitMs; waited += pollMs) {
        const claimed = await claim(key, hash, attempt);
        if (claimed) {
          const { made, first_at, again } = claimed;
          return runAndStore(key, attempt, () => work({ resultId: made, firstBegunAt: first_at, repeated: again }));
        }
        const found = await db.one<{
          request_hash: Buffer;
          state: 'started' | 'left' | 'done';
          response: Stored | null;
        }>('SELECT request_hash, state, response FROM idempotency WHERE scope = $1 AND key = $2', [scope, named]);
        if (!found) continue;
        if (!found.request_hash.equals(hash)) throw refuse('idempotency_key_reused');
        if (found.state === 'done' && found.response) return replay<T>(found.response);
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
      throw refuse('request_in_progress', {}, { retryAfter: 5 });
    },

    async forgetOldKeys() {
      const forgotten = await db.query(
        `DELETE FROM idempotency WHERE (scope, key) IN (
           SELECT scope, key FROM idempotency WHERE created_at < app_now() - make_interval(hours => $1)
           ORDER BY created_at LIMIT ${rowsMax} FOR UPDATE SKIP LOCKED)
         RETURNING 1`,
        [keptHours],
      );
      if (forgotten.length === rowsMax) return true;
      await db.query(
        `UPDATE idempotency SET state = 'left' WHERE (scope, key) IN (
           SELECT scope, key FROM idempotency
           WHERE state = 'started' AND created_at < app_now() - make_interval(secs => $1)
           LIMIT ${rowsMax} FOR UPDATE SKIP LOCKED)`,
        [abandonedSeconds],
      );
      return false;
    },
  };
}

/** A refusal that expires is not stored: the same key may ask again. */
const expires = ({ code, retryAfter, status }: Refusal): boolean =>
  status === 429 || status === 503 || retryAfter !== undefined || code === 'request_in_progress';

function replay<T>(stored: Stored): T {
  if ('data' in stored) return stored.data as T;
  const { code, params, field } = stored.refusal;
  if (!(code in refusals)) throw new Error(`a stored answer refuses with an unknown code: ${code}`);
  throw refuse(code as RefusalCode, params, field === undefined ? {} : { field });
}

function createKeyLookup(db: Db): Idempotency['wasUsed'] {
  const lookup = batchedReads<ScopedKey, true>(async (keys) => {
    const rows = await db.query<{ nth: number }>(
      `SELECT k.nth::int AS nth FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (scope, key, nth)
       CROSS JOIN LATERAL (SELECT 1 FROM idempotency i WHERE i.scope = k.scope AND i.key = k.key OFFSET 0) i`,
      [keys.map(({ scope }) => scope), keys.map(({ key }) => key)],
    );
    const found = new Set(rows.map(({ nth }) => nth));
    return keys.map((_key, n) => (found.has(n + 1) ? true : undefined));
  });
  return async (key) => (await lookup(key)) === true;
}
