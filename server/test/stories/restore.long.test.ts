import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../src/db/check-books.ts';
import { type Db, openDb } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { silentLog } from '../../src/ports/log.ts';
import { findPostgresBinaries } from '../../src/process/embedded/postgres-binaries.ts';
import { runPostgresAs } from '../../src/process/embedded/postgres-user.ts';
import { type RunningPostgres, startPostgres } from '../../src/process/embedded/postgres.ts';
import { newHost, newViewer } from '../actors.ts';
import { newEvent } from '../events.ts';
import { testApp, until } from '../harness.ts';
import { buy } from '../tickets.ts';

/** Long: it needs psql, and PostgreSQL is started five times. */
const ops = resolve(import.meta.dirname, '../../../ops/backup');
let dir: string;
let backups: string;
let running: RunningPostgres | undefined;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'frontrow-restore-'));
  backups = join(dir, 'backups');
});
afterAll(async () => {
  await running?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const start = async (name: string): Promise<RunningPostgres> =>
  (running = await startPostgres({ dir: join(dir, name), log: { info: () => undefined, warn: () => undefined } }));

async function onDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb({ url: running!.url, log: silentLog, connectionsMax: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Runs a script of `ops` against the database that runs; answers what it printed, or throws what it said. */
async function script(name: string, ...words: string[]): Promise<string> {
  const url = new URL(running!.url);
  const env = {
    ...process.env,
    PGBIN: dirname(findPostgresBinaries().postgres),
    LOOK_EVERY_SECONDS: '1',
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: url.username,
    PGPASSWORD: url.password,
    PGDATABASE: url.pathname.slice(1),
    KEEP_BACKUPS: '2',
  };
  // Programs of PostgreSQL refuse to be root.
  const { prefix, uid, gid } = runPostgresAs(dir);
  const [command = '', ...rest] = [...prefix, join(ops, name), ...words];
  const { stdout } = await promisify(execFile)(command, rest, {
    env,
    ...(uid !== undefined && gid !== undefined && { uid, gid }),
  });
  return stdout.trim();
}

/** One event, and so many tickets that someone paid for. */
async function sell(tickets: number): Promise<void> {
  const app = await testApp({ overrides: { databaseUrl: running!.url } });
  const event = await newEvent(app, await newHost(app), { capacity: tickets, priceMinor: 1200 });
  for (let sold = 0; sold < tickets; sold++) {
    const { status } = await buy(app, event, await newViewer(app), { stripe_token: 'pm_card_visa' });
    expect(status).toBe(200);
  }
  await app.quiesce();
  await app.close();
}

const moment = (): Promise<string> =>
  onDb(async (db) => (await db.one<{ now: string }>('SELECT clock_timestamp()::text AS now'))!.now);
/** The next second has begun: names of backups count whole ones. */
const nextSecond = (): Promise<unknown> => {
  const now = Math.floor(Date.now() / 1000);
  return until('the next second begins', () => Math.floor(Date.now() / 1000) > now + 1);
};

/** Everything until now lies in the folder. */
async function archived(): Promise<void> {
  const file = await onDb(
    async (db) => (await db.one<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file'))!.file,
  );
  await until('its WAL is kept', () => existsSync(join(backups, 'wal', `${file}.gz`)));
}

async function restored(name: string, time: string): Promise<void> {
  const answer = await script('restore.sh', backups, join(dir, name, 'data'), time);
  expect(answer).toContain(`${time} was reached`);
  expect(answer).toContain('Start PostgreSQL on it');
  const settings = readFileSync(join(dir, name, 'data', 'postgresql.auto.conf'), 'utf8');
  expect(settings, 'nothing of the recovery is left').not.toMatch(/recovery_target|restore_command|hot_standby/);
  await running?.stop();
  await copyFile(join(dir, 'first', 'password'), join(dir, name, 'password'));
  await start(name);
}

test('without WAL nothing is called a backup, and nothing is restored over a database', async () => {
  await start('first');
  await migrate(running!.url, silentLog);
  await expect(script('backup.sh', backups)).rejects.toThrow(/archive_mode is off/);
  expect(readdirSync(backups)).toEqual([]);
  await expect(script('restore.sh', backups, join(dir, 'first', 'data'))).rejects.toThrow(/is not empty/);
  await expect(script('restore.sh', backups, join(dir, 'none'))).rejects.toThrow(/no backup that ended before now/);
  await onDb(async (db) => {
    await db.query("ALTER SYSTEM SET archive_mode = 'on'");
    await db.query(
      `ALTER SYSTEM SET archive_command = '"${join(ops, 'keep-wal.sh')}" "${join(backups, 'wal')}" %p %f'`,
    );
  });
  await running!.stop();
  await start('first');
});

test(
  'a lost database comes back as it was at a moment between two backups, and sells on',
  { timeout: 90_000 },
  async () => {
    await sell(2);
    const first = await script('backup.sh', backups);
    expect(existsSync(first)).toBe(true);
    await nextSecond();
    await sell(3);
    const [books, before] = [await onDb(checkBooks), await moment()];
    await sell(1);
    expect(await onDb(checkBooks)).not.toBe(books);
    const owner = new pg.Client({ connectionString: running!.url });
    await owner.connect();
    await owner.query('DROP TABLE ticket, ledger_entry CASCADE');
    await owner.end();
    await archived();
    await script('backup.sh', backups);
    const future = new Date(Date.now() + 3_600_000).toISOString();
    const missed = script('restore.sh', backups, join(dir, 'missed', 'data'), future);
    await expect(missed, 'nothing was written until then').rejects.toThrow(/was NOT reached: the last change/);
    expect(existsSync(join(dir, 'missed', 'data'))).toBe(false);
    await restored('second', before);
    expect(await onDb(checkBooks)).toBe(books);
    expect(books).toMatch(/^2 events, 5 orders, 5 tickets/);
    await sell(2);
    await onDb(checkBooks);
  },
);

test('what was sold after a restore can be restored too, on its timeline', { timeout: 90_000 }, async () => {
  const unsaid = script('restore.sh', backups, join(dir, 'unsaid', 'data'));
  await expect(unsaid, 'no backup of the new timeline').rejects.toThrow(/set TIMELINE=latest/);
  await nextSecond();
  await script('backup.sh', backups);
  await nextSecond();
  await sell(1);
  const [books, before] = [await onDb(checkBooks), await moment()];
  await sell(1);
  await archived();
  await restored('third', before);
  expect(await onDb(checkBooks)).toBe(books);
});

test('only so many backups are kept, and no WAL that none of them needs', () => {
  const names = readdirSync(backups);
  expect(names.filter((name) => name.endsWith('.tar.gz'))).toHaveLength(2);
  expect(names.filter((name) => name.endsWith('.wal'))).toHaveLength(2);
  expect(names.filter((name) => name.startsWith('unfinished'))).toEqual([]);
  expect(readdirSync(join(backups, 'wal'))).not.toContain('000000010000000000000001.gz');
});

test('a file of WAL is kept once: the same again is right, another one of its name is refused', async () => {
  const [wal, folder] = [join(dir, 'segment'), join(dir, 'kept')];
  await mkdir(folder);
  writeFileSync(wal, 'one');
  const keep = () => promisify(execFile)(join(ops, 'keep-wal.sh'), [folder, wal, '0001']);
  await keep();
  await keep();
  writeFileSync(wal, 'two');
  await expect(keep()).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['0001.gz']);
});

test('WAL in which little happened takes a hundredth of its size', () => {
  const files = readdirSync(join(backups, 'wal')).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name));
  const sizes = files.map((name) => statSync(join(backups, 'wal', name)).size);
  expect(files.length).toBeGreaterThan(0);
  expect(Math.min(...sizes)).toBeLessThan((16 * 1024 * 1024) / 100);
});

test(
  'the monthly test of a restore says that seats and money add up, and leaves nothing',
  { timeout: 60_000 },
  async () => {
    const before = readdirSync(backups);
    expect(await script('test-restore.sh', backups)).toMatch(/\d+ tickets of \d+ orders.*\nSeats and money add up\.$/);
    expect(readdirSync(backups)).toEqual(before);
  },
);

test(
  'the daily service makes a backup when the newest is a day old, and the alarm can read it',
  { timeout: 60_000 },
  async () => {
    const age = () =>
      onDb(
        async (db) =>
          (await db.one<{ age: number }>(
            'SELECT extract(epoch FROM now() - ended_at)::float8 AS age FROM last_backup',
          ))!.age,
      );
    const made = () => readdirSync(backups).filter((name) => name.endsWith('.tar.gz'));
    const before = made();
    await script('daily.sh', backups, '--once');
    expect(made(), 'the newest is fresh').toEqual(before);
    await onDb((db) => db.query("UPDATE last_backup SET ended_at = now() - interval '2 days'"));
    const yesterday = new Date(Date.now() - 86_400_000);
    for (const name of before) utimesSync(join(backups, name), yesterday, yesterday);
    await nextSecond();
    await script('daily.sh', backups, '--once');
    expect(made()).not.toEqual(before);
    expect(await age()).toBeLessThan(600);
    const disks = await onDb((db) =>
      db.query<{ disk: string }>('SELECT disk FROM disk_report WHERE free_bytes < size_bytes ORDER BY disk'),
    );
    expect(disks.map(({ disk }) => disk)).toEqual(['backups', 'database']);
  },
);
