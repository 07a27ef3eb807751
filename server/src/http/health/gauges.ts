import client from 'prom-client';
import { sharedReads } from '../../db/batcher.ts';
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

interface Installation {
  live_rooms: number;
  live_viewers: number;
  encoders_rtmp: number;
  encoders_whip: number;
  restreams_live: number;
  restreams_failed: number;
  vp8_copies: number;
  mails_waiting: number;
  jobs_failing: number;
  backup_age: number;
  wal_unarchived: number;
  database_bytes: number;
}
interface Disk {
  disk: string;
  free_bytes: number;
  size_bytes: number;
}

const installationNow = `
  SELECT (SELECT count(*) FROM event WHERE state = 1)::int AS live_rooms,
    (SELECT count(*) FROM room_member m JOIN event e ON e.id = m.event_id
      WHERE e.state = 1 AND m.user_id <> e.host_id AND m.seat_until > app_now())::int AS live_viewers,
    (SELECT count(*) FROM ingest_session WHERE ended_at IS NULL AND via = 'rtmp')::int AS encoders_rtmp,
    (SELECT count(*) FROM ingest_session WHERE ended_at IS NULL AND via = 'whip')::int AS encoders_whip,
    (SELECT count(*) FROM restream_target t JOIN ingest_session i ON i.id = t.session_id AND i.ended_at IS NULL
      WHERE t.enabled AND t.state = 'live')::int AS restreams_live,
    (SELECT count(*) FROM restream_target t JOIN ingest_session i ON i.id = t.session_id AND i.ended_at IS NULL
      WHERE t.enabled AND t.state = 'failed')::int AS restreams_failed,
    (SELECT count(*) FROM ingest_session WHERE ended_at IS NULL AND health->>'vp8' = 'on')::int AS vp8_copies,
    (SELECT count(*) FROM fact_delivery WHERE queue = 'mail' AND given_up_at IS NULL)::int AS mails_waiting,
    (SELECT count(*) FROM failed_job)::int AS jobs_failing,
    -- Without a backup the installation's age counts, so that a backup that never came is noticed, too.
    extract(epoch FROM app_now() - coalesce((SELECT ended_at FROM last_backup), (SELECT min(run_on) FROM schema_migration)))
      ::float8 AS backup_age,
    (SELECT CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity')
       THEN extract(epoch FROM app_now() - coalesce(last_archived_time, stats_reset)) ELSE 0 END
     FROM pg_stat_archiver)::float8 AS wal_unarchived,
    pg_database_size(current_database()) AS database_bytes`;

/**
 * What the whole installation does and needs, read from the database with each scrape, once for all numbers. Every
 * process says the same. While the database is away these keep their last values; FrontrowDatabaseDown says so.
 */
export function installationGauges(db: Pick<Db, 'query' | 'one'>): client.Gauge[] {
  const read = sharedReads(() =>
    Promise.all([
      db.one<Installation>(installationNow),
      db.query<Disk>('SELECT disk, free_bytes, size_bytes FROM disk_report'),
    ])
      .then(([now, disks]) => ({ now: now!, disks }))
      .catch(() => undefined),
  );
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    set: (gauge: client.Gauge<Label>, found: { now: Installation; disks: readonly Disk[] }) => void,
    labelNames: readonly Label[] = [],
  ): client.Gauge =>
    new client.Gauge<Label>({
      name,
      help,
      labelNames: [...labelNames],
      registers: [],
      aggregator: 'first',
      async collect() {
        const found = await read('all');
        if (found) set(this, found);
      },
    }) as client.Gauge;
  return [
    gauge('frontrow_live_rooms', 'Events that are live', (it, { now }) => it.set(now.live_rooms)),
    gauge('frontrow_live_viewers', 'Viewers with a seat in a live room', (it, { now }) => it.set(now.live_viewers)),
    gauge(
      'frontrow_encoders',
      'Encoders that send, by protocol',
      (it, { now }) => {
        it.set({ via: 'rtmp' }, now.encoders_rtmp);
        it.set({ via: 'whip' }, now.encoders_whip);
      },
      ['via'],
    ),
    gauge(
      'frontrow_restreams',
      'Services that broadcasts are copied to right now, by state',
      (it, { now }) => {
        it.set({ state: 'live' }, now.restreams_live);
        it.set({ state: 'failed' }, now.restreams_failed);
      },
      ['state'],
    ),
    gauge('frontrow_vp8_copies', 'Streams that are also encoded in VP8, for browsers without H.264', (it, { now }) =>
      it.set(now.vp8_copies),
    ),
    gauge('frontrow_mails_waiting', 'Emails that no mail server has accepted yet', (it, { now }) =>
      it.set(now.mails_waiting),
    ),
    gauge('frontrow_jobs_failing', 'Recurring jobs whose last run failed', (it, { now }) => it.set(now.jobs_failing)),
    gauge(
      'frontrow_backup_age_seconds',
      'Seconds since the last backup, or since the installation if there is none',
      (it, { now }) => it.set(now.backup_age),
    ),
    gauge(
      'frontrow_wal_unarchived_seconds',
      'Seconds since PostgreSQL last archived a WAL file, while archiving fails; else 0',
      (it, { now }) => it.set(now.wal_unarchived),
    ),
    gauge('frontrow_database_bytes', 'Size of the database', (it, { now }) => it.set(now.database_bytes)),
    gauge(
      'frontrow_disk_free_bytes',
      'Free space of the disks that the backup service reports',
      (it, { disks }) => {
        it.reset();
        for (const { disk, free_bytes } of disks) it.set({ disk }, free_bytes);
      },
      ['disk'],
    ),
    gauge(
      'frontrow_disk_bytes',
      'Size of the disks that the backup service reports',
      (it, { disks }) => {
        it.reset();
        for (const { disk, size_bytes } of disks) it.set({ disk }, size_bytes);
      },
      ['disk'],
    ),
  ];
}

interface Comparison {
  provider: string;
  open: number;
  age: number;
}

/**
 * The alarm of the comparison of books: how many differences are open at each provider, and how long ago its books were
 * last compared. Read from the database with each scrape, so that every process says the same.
 */
export function booksGauges(db: Pick<Db, 'query'>, registry: client.Registry): void {
  const comparisons = sharedReads((): Promise<Comparison[]> =>
    db
      .query<Comparison>(
        `SELECT r.provider, extract(epoch FROM app_now() - r.finished_at)::float8 AS age, (
           SELECT count(*) FROM reconciliation_difference d
           WHERE d.provider = r.provider AND d.resolved_at IS NULL) AS open
         FROM reconciliation r`,
      )
      // The other numbers are wanted all the more while the database is away.
      .catch(() => []),
  );
  const gauge = (name: string, help: string, value: (comparison: Comparison) => number): void => {
    void new client.Gauge({
      name,
      help,
      labelNames: ['provider'],
      registers: [registry],
      aggregator: 'first',
      async collect() {
        const rows = await comparisons('all');
        this.reset();
        for (const row of rows) this.set({ provider: row.provider }, value(row));
      },
    });
  };
  gauge(
    'books_differences_open',
    'Differences between the books of a payment provider and the ledger that nobody resolved yet',
    ({ open }) => open,
  );
  gauge(
    'books_compared_seconds_ago',
    'Seconds since a comparison of a payment provider’s books with the ledger last came to its end',
    ({ age }) => age,
  );
}
