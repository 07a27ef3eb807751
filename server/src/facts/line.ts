import { performance } from 'node:perf_hooks';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { Db } from '../db/db.ts';
import type { Logger } from '../ports/log.ts';
import type { FactHandler } from './fact-handler.ts';

export interface Line {
  /** Handles due facts of the line until none is left; answers how many. */
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
/** Longer than this and what is left of a batch is given back: each mail may take its time, and what is urgent comes meanwhile. */
export const batchMsMax = seconds(5);
const pollMs = 500;
/** A worker that died while it held facts gives them back after this. */
const claimSeconds = 60;
const backoffSecondsMax = 600;
/** Share of its time that the process may be at work while facts are handled batch after batch. */
const busyShare = 0.8;
/** In a rush mails let so many turns pass, two seconds, before a batch of them goes out. */
const turnsPassedMax = 4;

const always = (): boolean => true;
/** From now on: the share of its time that this process was at work. */
export function shareAtWork(): () => number {
  const before = performance.eventLoopUtilization();
  return () => performance.eventLoopUtilization(before).utilization;
}

export interface LineParts {
  readonly db: Db;
  readonly log: Logger;
  readonly byTopic: ReadonlyMap<string, readonly FactHandler[]>;
  /** Topics that go behind all others of the line. */
  readonly patient: readonly string[];
  /** Topics that stand in it. */
  readonly which: { readonly only: readonly string[] } | { readonly except: readonly string[] };
  /** Whoever has work in this line may wait while the process is in a rush. */
  readonly canWait: boolean;
  readonly workShare: () => () => number;
  readonly batchMs: number;
}

/** One line of the outbox, handled one fact after the other in each process that runs it (SKIP LOCKED). */
export function createLine({ db, log, byTopic, patient, which, canWait, workShare, batchMs }: LineParts): Line {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | undefined;
  let again = false;
  let stopped = true;

  const [topics, inLine] = 'only' in which ? [which.only, true] : [which.except, false];
  const waits = ({ topic }: OutboxRow): number => Number(patient.includes(topic));

  /** What was never tried comes first: what takes long and fails, time and again, keeps nobody waiting. */
  const claim = (): Promise<OutboxRow[]> =>
    db.query<OutboxRow>(
      `UPDATE outbox SET attempts = attempts + 1, next_at = app_now() + make_interval(secs => $2)
       WHERE id IN (SELECT id FROM outbox WHERE sent_at IS NULL AND next_at <= app_now() AND (topic = ANY ($4)) = $5
                    ORDER BY topic = ANY ($3), attempts, id LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, dedupe_key, topic, payload, attempts`,
      [batchMax, claimSeconds, patient, topics, inLine],
    );

  const deliver = async (row: OutboxRow): Promise<void> => {
    const fact = { id: row.id, dedupeKey: row.dedupe_key, payload: row.payload };
    // One that fails keeps no other from its part; all are asked again with it.
    const failed: string[] = [];
    for (const handler of byTopic.get(row.topic) ?? []) {
      try {
        await handler.handle(fact);
      } catch (error) {
        failed.push(`${handler.name}: ${String(error)}`);
      }
    }
    if (failed.length === 0) {
      await db.query('UPDATE outbox SET sent_at = app_now(), last_error = NULL WHERE id = $1', [row.id]);
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

  /** Nothing was tried of these. Who has one of them by now, as it was held for too long, keeps it. */
  const giveBack = (rows: readonly OutboxRow[]) =>
    db.query(
      `UPDATE outbox o SET attempts = o.attempts - 1, next_at = app_now() FROM unnest($1::bigint[], $2::int[]) AS held (id, attempts)
       WHERE o.id = held.id AND o.attempts = held.attempts AND o.sent_at IS NULL`,
      [rows.map((row) => row.id), rows.map((row) => row.attempts)],
    );

  const drainOnce = async (goOn: () => boolean): Promise<number> => {
    let handled = 0;
    for (;;) {
      const rows = (await claim()).toSorted((a, b) => waits(a) - waits(b) || a.attempts - b.attempts || a.id - b.id);
      const until = performance.now() + batchMs;
      let done = 0;
      while (done < rows.length && (done === 0 || performance.now() < until)) await deliver(rows[done++]!);
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
        // Who asks for all of it meanwhile gets all of it.
        const all = again;
        again = false;
        handled += await drainOnce(() => all || again || goOn());
      } while (again);
      return handled;
    })().finally(() => (running = undefined));
    return running;
  };

  // In a rush buyers come first: a thousand mails can wait some seconds, a thousand buyers do not. And whoever stops waits for one batch only.
  const whileQuiet = (): (() => boolean) => {
    const share = workShare();
    return () => !stopped && share() < busyShare;
  };

  let shareSinceTurn = (): number => 0;
  let passed = 0;
  /** Whether this line lets its turn pass: one that can wait, in a rush, and not too often in a row. */
  const passes = (): boolean => {
    if (!canWait) return false;
    const rush = shareSinceTurn() >= busyShare;
    shareSinceTurn = workShare();
    passed = rush && passed < turnsPassedMax ? passed + 1 : 0;
    return passed > 0;
  };

  const loop = (): void => {
    if (stopped) return;
    (passes() ? Promise.resolve() : drain(whileQuiet()))
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
