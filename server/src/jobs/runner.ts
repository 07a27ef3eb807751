import type { Logger } from '../ports/log.ts';
import { traced } from '../tracing/spans.ts';

/** Recurring work. Several processes run the same job, so runs must be safe in parallel (SKIP LOCKED, CAS). */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** A long run checks `stopping` between its steps and leaves the rest for the next run. */
  run(stopping: () => boolean): Promise<void>;
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
export interface JobRecord {
  failed(job: string, error: unknown): Promise<void>;
  succeeded(job: string): Promise<void>;
}

export function createJobRunner(jobs: readonly Job[], log: Logger, record: JobRecord): JobRunner {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const dueAt = new Map<string, number>();
  let stopped = true;

  const loop = (job: Job): void => {
    if (stopped) return;
    const run = traced(`job ${job.name}`, () => job.run(() => stopped))
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
      for (const job of jobs) if (!names || names.includes(job.name)) await job.run(() => false);
    },
    async stop() {
      stopped = true;
      dueAt.clear();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled(running);
    },
  };
}
