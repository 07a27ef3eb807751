import client from 'prom-client';
import type { Db } from '../../db/db.ts';
import type { JobRunner } from '../../jobs/runner.ts';
import type { Video } from '../../ports/video.ts';

export interface ProcessParts {
  readonly db: Pick<Db, 'pool' | 'query'>;
  readonly video: Pick<Video, 'state'>;
  readonly jobs: Pick<JobRunner, 'lateness'>;
  /** Open Socket.IO connections. */
  readonly sockets: () => number;
  /** Whether limits are counted by this process alone although Redis is configured. */
  readonly countsAlone: () => boolean;
}

/** What one process has open and waits for. */
export function processGauges({ db, video, jobs, sockets, countsAlone }: ProcessParts): client.Gauge[] {
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    set: (gauge: client.Gauge<Label>) => void | Promise<void>,
    more: { labelNames?: Label[]; aggregator?: 'sum' | 'max' | 'min' } = {},
  ): client.Gauge =>
    new client.Gauge<Label>({
      name,
      help,
      registers: [],
      ...more,
      async collect() {
        await set(this);
      },
    }) as client.Gauge;
  return [
    gauge('frontrow_db_waiting', 'Queries that wait for a connection of this process to the database', (it) =>
      it.set(db.pool.waitingCount),
    ),
    gauge('frontrow_db_connections', 'Connections of this process to the database', (it) => it.set(db.pool.totalCount)),
    gauge(
      'frontrow_database_ready',
      'Whether the database answers this process: 1 or 0',
      async (it) =>
        it.set(
          await db.query('SELECT 1').then(
            () => 1,
            () => 0,
          ),
        ),
      { aggregator: 'min' },
    ),
    gauge(
      'frontrow_engine_ready',
      'Whether the video engine answers this process: 1 or 0',
      (it) => it.set(video.state() === 'ready' ? 1 : 0),
      { aggregator: 'min' },
    ),
    gauge('frontrow_sockets', 'Open connections of pages for live updates', (it) => it.set(sockets())),
    gauge(
      'frontrow_counts_alone',
      'Whether this process counts limits alone because Redis does not answer: 1 or 0',
      (it) => it.set(countsAlone() ? 1 : 0),
      { aggregator: 'max' },
    ),
    gauge(
      'frontrow_job_late_seconds',
      'Seconds since a recurring job of this worker should have ended its last run',
      (it) => {
        it.reset();
        for (const { job, seconds } of jobs.lateness()) it.set({ job }, seconds);
      },
      { labelNames: ['job'], aggregator: 'min' },
    ),
  ];
}
