import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { storableText } from '@frontrow/core/kernel/text.ts';
import { isDatabaseGone } from '../db/database-errors.ts';
import type { Db } from '../db/db.ts';
import type { Logger } from '../ports/log.ts';
import { traced } from '../tracing/spans.ts';

/**
 * Runs one item of recurring work. An item that fails is logged, so that the items after it still run. Throws only
 * when the database is gone, because then none of them can run.
 */
export async function isolateErrors(
  log: Logger,
  what: Readonly<Record<string, string | number>>,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isDatabaseGone(error)) throw error;
    if (error instanceof Refusal) log.warn({ ...what, code: error.code }, 'not done, will be tried again');
    else log.error({ ...what, error: String(error) }, 'not done, will be tried again');
  }
}

const errorCharsMax = 500;

/**
 * Keeps failing jobs in the database, so that app admins see those of every process. A job that succeeds is deleted
 * there at its first success after a failure or a start: most runs write nothing. While the database is away nothing
 * can be kept, and the log has the line.
 */
export function recordJobs(db: Pick<Db, 'query'>): JobRecord {
  const known = new Set<string>();
  return {
    async failed(job, error) {
      known.delete(job);
      await db
        .query(
          `INSERT INTO failed_job (job, error) VALUES ($1, $2)
           ON CONFLICT (job) DO UPDATE SET failures = failed_job.failures + 1, last_failed_at = app_now(),
             error = excluded.error`,
          [job, storableText(String(error), errorCharsMax)],
        )
        .catch(() => undefined);
    },
    async succeeded(job) {
      if (known.has(job)) return;
      await db.query('DELETE FROM failed_job WHERE job = $1', [job]).then(
        () => known.add(job),
        () => undefined,
      );
    },
  };
}

/** Recurring work. Several processes run the same job, so runs must be safe in parallel (SKIP LOCKED, CAS). */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** The role of the processes that run it; `worker` where it is left out. */
  readonly role?: 'worker' | 'rtmp';
  /**
   * A long run checks `stopping` between its steps and leaves the rest for the next run. `inRush` says whether many
   * people wait for answers of this process: what can wait then slows down.
   */
  run(stopping: () => boolean, inRush?: () => boolean): Promise<void>;
}

export interface JobRunner {
  start(): void;
  /** Runs every job once, or those with these names, in order; for tests and `quiesce`. */
  runAll(names?: readonly string[]): Promise<void>;
  /** How long the next end of each job is overdue; empty where no job runs. A job that hangs gets later and later. */
  lateness(): readonly { readonly job: string; readonly seconds: number }[];
  stop(): Promise<void>;
}

/** Keeps which jobs fail, for people; must not throw. */
interface JobRecord {
  failed(job: string, error: unknown): Promise<void>;
  succeeded(job: string): Promise<void>;
}

export function createJobRunner(
  jobs: readonly Job[],
  log: Logger,
  record: JobRecord,
  inRush?: () => boolean,
): JobRunner {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const dueAt = new Map<string, number>();
  let stopped = true;

  const loop = (job: Job): void => {
    if (stopped) return;
    const run = traced(`job ${job.name}`, () => job.run(() => stopped, inRush))
      .then(
        () => record.succeeded(job.name),
        (error: unknown) => {
          log.warn({ job: job.name, error: String(error) }, 'job failed, will run again');
          return record.failed(job.name, error);
        },
      )
      .finally(() => {
        running.delete(run);
        if (stopped) return;
        dueAt.set(job.name, performance.now() + job.everyMs);
        timers.set(
          job.name,
          setTimeout(() => loop(job), job.everyMs),
        );
      });
    running.add(run);
  };

  return {
    start() {
      stopped = false;
      for (const job of jobs) {
        dueAt.set(job.name, performance.now());
        loop(job);
      }
    },
    lateness: () => Array.from(dueAt, ([job, due]) => ({ job, seconds: Math.max(0, performance.now() - due) / 1000 })),
    async runAll(names) {
      for (const job of jobs) if (!names || names.includes(job.name)) await job.run(() => false, inRush);
    },
    async stop() {
      stopped = true;
      dueAt.clear();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled(running);
    },
  };
}

/** Steps that are let go on together: what they write is written by one statement. */
const tickMs = 50;

interface Pace {
  /** Whether many people wait for answers of this process; never, where it is left out. */
  readonly inRush: (() => boolean) | undefined;
  /** Steps a second in a rush. */
  readonly perSecond: number;
}

/**
 * Slows down work that can wait while many people wait for answers. Each call resolves when its step may begin: at
 * once, or in a rush in its turn, at the end of a tick.
 */
export function paceInRush({ inRush, perSecond }: Pace): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    if (!inRush?.()) return;
    const now = performance.now();
    nextAt = Math.max(now, nextAt) + 1000 / perSecond;
    const endOfTick = Math.ceil(nextAt / tickMs) * tickMs;
    await new Promise<void>((resolve) => setTimeout(resolve, endOfTick - now));
  };
}
