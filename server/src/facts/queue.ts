import { performance } from 'node:perf_hooks';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { createBatcher } from '../db/batcher.ts';
import type { Db } from '../db/db.ts';
import type { Logger } from '../ports/log.ts';
import type { FactHandler } from './fact-handler.ts';

export interface FactQueue {
  /** Handles due facts of the queue until none is left; returns how many. */
  drain(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

interface OutboxRow {
  id: number;
  dedupe_key: string;
  topic: string;
  payload: Record<string, unknown>;
  attempts: number;
}

const batchMax = 50;
/** After this long the rest of a batch is given back: mails may be slow, and urgent facts may have come meanwhile. */
export const batchMsMax = seconds(5);
export const pollMsDefault = 500;
/** Facts of a worker that died are free for others after this. */
const claimSeconds = 60;
const backoffSecondsMax = 600;
/** In a rush a batch of mails goes out only every fifth turn: two seconds later than without. */
const skippedTurnsMax = 4;

const always = (): boolean => true;

export interface QueueParts {
  readonly db: Db;
  readonly log: Logger;
  readonly byTopic: ReadonlyMap<string, readonly FactHandler[]>;
  /** Of two topics of the queue the one with the lower rank goes first; a topic without one goes before all. */
  readonly rankByTopic: ReadonlyMap<string, number>;
  /** The topics of this queue. */
  readonly which: { readonly only: readonly string[] } | { readonly except: readonly string[] };
  /** Facts handled at the same time. */
  readonly atOnce: number;
  /** Whether this queue may skip turns in a rush. */
  readonly canWait: boolean;
  /** Whether many people wait for an answer of this process: a process in a rush handles one batch per turn. */
  readonly inRush: () => boolean;
  readonly batchMs: number;
  readonly pollMs: number;
}

/** One queue of the outbox. Each process that runs it handles up to `atOnce` facts at the same time (SKIP LOCKED). */
export function createFactQueue({
  db,
  log,
  byTopic,
  rankByTopic,
  which,
  canWait,
  atOnce,
  inRush,
  batchMs,
  pollMs,
}: QueueParts): FactQueue {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | undefined;
  let again = false;
  let stopped = true;

  const [topics, listed] = 'only' in which ? [which.only, true] : [which.except, false];
  const rank = ({ topic }: OutboxRow): number => rankByTopic.get(topic) ?? 0;

  /** Facts never tried come first, so that slow facts that keep failing delay nobody. */
  const claim = (): Promise<OutboxRow[]> =>
    db.query<OutboxRow>(
      `UPDATE outbox SET attempts = attempts + 1, next_at = app_now() + make_interval(secs => $2)
       WHERE id IN (SELECT id FROM outbox
                    WHERE sent_at IS NULL AND next_at <= app_now() AND (topic = ANY ($4)) = $5
                    ORDER BY coalesce(($3::jsonb -> topic)::int, 0), attempts, id LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, dedupe_key, topic, payload, attempts`,
      [batchMax, claimSeconds, JSON.stringify(Object.fromEntries(rankByTopic)), topics, listed],
    );

  const delivered = createBatcher<number, undefined>({
    batchMax,
    waitingMax: batchMax,
    async run(_key, ids) {
      await db.query('UPDATE outbox SET sent_at = app_now(), last_error = NULL WHERE id = ANY ($1)', [ids]);
      return ids.map(() => undefined);
    },
  });

  const deliver = async (row: OutboxRow): Promise<void> => {
    const fact = { id: row.id, dedupeKey: row.dedupe_key, payload: row.payload };
    // The other handlers still run; all of them run again when the fact is tried again.
    const failed: string[] = [];
    for (const handler of byTopic.get(row.topic) ?? []) {
      try {
        await handler.handle(fact);
      } catch (error) {
        failed.push(`${handler.name}: ${String(error)}`);
      }
    }
    if (failed.length === 0) {
      await delivered('all', row.id);
      return;
    }
    const error = failed.join('; ');
    const wait = Math.min(2 ** Math.min(row.attempts, 12), backoffSecondsMax);
    log.warn({ topic: row.topic, attempts: row.attempts, error }, 'fact not handled, will be tried again');
    await db.query(
      `UPDATE outbox SET next_at = app_now() + make_interval(secs => $3), last_error = $4
       WHERE id = $1 AND attempts = $2 AND sent_at IS NULL`,
      [row.id, row.attempts, wait, error.slice(0, 500)],
    );
  };

  /** None of these was tried. One that was held too long and claimed anew meanwhile stays with its new owner. */
  const giveBack = (rows: readonly OutboxRow[]) =>
    db.query(
      `UPDATE outbox o SET attempts = o.attempts - 1, next_at = app_now()
       FROM unnest($1::bigint[], $2::int[]) AS held (id, attempts)
       WHERE o.id = held.id AND o.attempts = held.attempts AND o.sent_at IS NULL`,
      [rows.map((row) => row.id), rows.map((row) => row.attempts)],
    );

  const drainOnce = async (goOn: () => boolean): Promise<number> => {
    let handled = 0;
    for (;;) {
      const rows = (await claim()).toSorted((a, b) => rank(a) - rank(b) || a.attempts - b.attempts || a.id - b.id);
      const until = performance.now() + batchMs;
      let done = 0;
      const work = async (): Promise<void> => {
        while (done < rows.length && (done === 0 || performance.now() < until)) await deliver(rows[done++]!);
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      handled += done;
      if (done < rows.length) await giveBack(rows.slice(done));
      if ((done === rows.length && done < batchMax) || !goOn()) return handled;
    }
  };

  const drain = async (goOn = always): Promise<number> => {
    if (running) {
      again = true;
      return running;
    }
    running = (async () => {
      let handled = 0;
      do {
        // A second caller of `drain` meanwhile is owed an empty queue, too.
        const all = again;
        again = false;
        handled += await drainOnce(() => all || again || goOn());
      } while (again);
      return handled;
    })().finally(() => (running = undefined));
    return running;
  };

  // In a rush buyers come first: mails can wait some seconds, buyers do not. And `stop` waits for one batch only.
  const whileQuiet = (): boolean => !stopped && !inRush();

  let skipped = 0;
  /** Only a queue that can wait skips turns, only in a rush, and not too often in a row. */
  const skipsTurn = (): boolean => {
    if (!canWait) return false;
    skipped = inRush() && skipped < skippedTurnsMax ? skipped + 1 : 0;
    return skipped > 0;
  };

  const loop = (): void => {
    if (stopped) return;
    (skipsTurn() ? Promise.resolve() : drain(whileQuiet))
      .catch((error: unknown) => log.warn({ error: String(error) }, 'outbox not reachable'))
      .finally(() => {
        if (!stopped) timer = setTimeout(loop, pollMs);
      });
  };

  return {
    drain: () => drain(),
    start() {
      stopped = false;
      loop();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running?.catch(() => 0);
    },
  };
}
