import type { Db } from '../db/db.ts';
import type { Logger } from '../ports/log.ts';

export interface RecordedFact {
  readonly id: number;
  readonly dedupeKey: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Reacts to a fact. Runs at least once per fact, in any process, so it must be safe to run again. */
export interface FactHandler {
  readonly topic: string;
  readonly name: string;
  /** Mail and the like: facts that only such handlers wait for go behind all others. */
  readonly patient?: true;
  handle(fact: RecordedFact): Promise<void>;
}

interface OutboxRow {
  id: number;
  dedupe_key: string;
  topic: string;
  payload: Record<string, unknown>;
  attempts: number;
}

export interface Dispatcher {
  /** Handles due facts until none is left; answers how many. */
  drain(): Promise<number>;
  /** There may be something new: look now instead of at the next poll. */
  nudge(): void;
  start(): void;
  stop(): Promise<void>;
}

const batchMax = 50;
const pollMs = 500;
/** A worker that died while it held facts gives them back after this. */
const claimSeconds = 60;
const backoffSecondsMax = 600;

/** Delivers the outbox: several processes may run it (SKIP LOCKED); a failing fact is tried again with back-off, forever. */
export function createDispatcher(db: Db, handlers: readonly FactHandler[], log: Logger): Dispatcher {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | undefined;
  let again = false;
  let stopped = true;

  const topics = [...new Set(handlers.map((handler) => handler.topic))];
  const patientTopics = topics.filter((topic) =>
    handlers.every((handler) => handler.topic !== topic || handler.patient),
  );

  const claim = (): Promise<OutboxRow[]> =>
    db.query<OutboxRow>(
      `UPDATE outbox SET attempts = attempts + 1, next_at = app_now() + make_interval(secs => $2)
       WHERE id IN (SELECT id FROM outbox WHERE sent_at IS NULL AND next_at <= app_now() ORDER BY topic = ANY ($3), id LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, dedupe_key, topic, payload, attempts`,
      [batchMax, claimSeconds, patientTopics],
    );

  const deliver = async (row: OutboxRow): Promise<void> => {
    const fact = { id: row.id, dedupeKey: row.dedupe_key, payload: row.payload };
    try {
      for (const handler of handlers) if (handler.topic === row.topic) await handler.handle(fact);
      await db.query('UPDATE outbox SET sent_at = app_now(), last_error = NULL WHERE id = $1', [row.id]);
    } catch (error) {
      const wait = Math.min(2 ** Math.min(row.attempts, 12), backoffSecondsMax);
      log.warn(
        { topic: row.topic, attempts: row.attempts, error: String(error) },
        'fact not handled, will be tried again',
      );
      await db.query(
        'UPDATE outbox SET next_at = app_now() + make_interval(secs => $2), last_error = $3 WHERE id = $1',
        [row.id, wait, String(error).slice(0, 500)],
      );
    }
  };

  const drainOnce = async (): Promise<number> => {
    let handled = 0;
    for (;;) {
      const rows = await claim();
      for (const row of rows.toSorted((a, b) => a.id - b.id)) await deliver(row);
      handled += rows.length;
      if (rows.length < batchMax) return handled;
    }
  };

  const drain = async (): Promise<number> => {
    if (running) {
      again = true;
      return running;
    }
    running = (async () => {
      let handled = 0;
      do {
        again = false;
        handled += await drainOnce();
      } while (again);
      return handled;
    })().finally(() => (running = undefined));
    return running;
  };

  const loop = (): void => {
    if (stopped) return;
    drain()
      .catch((error: unknown) => log.warn({ error: String(error) }, 'outbox not reachable'))
      .finally(() => {
        if (!stopped) timer = setTimeout(loop, pollMs);
      });
  };

  return {
    drain,
    nudge() {
      if (stopped) return;
      clearTimeout(timer);
      timer = setTimeout(loop, 0);
    },
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
