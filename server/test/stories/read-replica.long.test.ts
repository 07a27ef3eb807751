import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDb } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { silentLog } from '../../src/ports/log.ts';
import { freePort } from '../../src/process/embedded/free-port.ts';
import { findPostgresBinaries } from '../../src/process/embedded/postgres-binaries.ts';
import { runPostgresAs } from '../../src/process/embedded/postgres-user.ts';
import { type RunningPostgres, startPostgres } from '../../src/process/embedded/postgres.ts';
import { newHost } from '../actors.ts';
import { newEvent } from '../events.ts';
import { testApp, type TestApp, until } from '../harness.ts';

/** Long: it needs psql, and two separate PostgreSQL servers, one of which follows the other. */
const run = promisify(execFile);
const ops = resolve(import.meta.dirname, '../../../ops/backup');
let dir: string;
let primary: RunningPostgres;
let standby: ChildProcess;
let replica: Db;
let app: TestApp;

const start = () => startPostgres({ dir: join(dir, 'primary'), log: { info: () => undefined, warn: () => undefined } });

/** A base backup that follows the primary's stream. Returns its address. */
async function follow(url: URL): Promise<string> {
  const env = {
    ...process.env,
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: url.username,
    PGPASSWORD: url.password,
  };
  const { stdout } = await run(join(ops, 'backup.sh'), [join(dir, 'backups')], { env });
  const [home, port] = [join(dir, 'standby'), await freePort('127.0.0.1')];
  const data = join(home, 'data');
  await mkdir(data, { recursive: true, mode: 0o700 });
  await run('tar', ['-C', data, '-xzf', stdout.trim()]);
  const connection = `host=${url.hostname} port=${url.port} user=${url.username} password=${url.password}`;
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\narchive_mode = off\n`);
  await writeFile(join(data, 'standby.signal'), '');
  const words = [
    '-D',
    data,
    '-c',
    `port=${port}`,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
  ];
  const runAs = runPostgresAs(home);
  const [command = '', ...rest] = [...runAs.prefix, findPostgresBinaries().postgres, ...words];
  standby = spawn(command, rest, { cwd: data, stdio: 'ignore', uid: runAs.uid, gid: runAs.gid });
  const its = new URL(url);
  its.port = String(port);
  return its.href;
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'frontrow-replica-'));
  primary = await start();
  await migrate(primary.url, silentLog);
  const owner = openDb({ url: primary.url, log: silentLog });
  await owner.query("ALTER SYSTEM SET archive_mode = 'on'");
  await owner.query(
    `ALTER SYSTEM SET archive_command = '"${join(ops, 'keep-wal.sh')}" "${join(dir, 'backups', 'wal')}" %p %f'`,
  );
  await owner.close();
  await primary.stop();
  primary = await start();
  const url = await follow(new URL(primary.url));
  replica = openDb({ url, log: silentLog });
  await until('the replica answers', () => replica.query('SELECT 1').catch(() => undefined), seconds(30));
  app = await testApp({ overrides: { databaseUrl: primary.url }, config: { databaseReadUrl: url } });
});
afterAll(async () => {
  await app.close();
  await replica.close();
  const ended = once(standby, 'exit');
  standby.kill('SIGINT');
  await ended;
  await primary.stop();
  rmSync(dir, { recursive: true, force: true });
});

const hostsListed = async (cookie = ''): Promise<number> =>
  (await app.call('GET /hosts', { headers: { cookie } })).data.hosts.length;

test('a replica that follows is read; what is written is there within seconds', async () => {
  const before = (await app.call('GET /hosts')).data.hosts.length;
  const host = await newHost(app);
  await newEvent(app, host);
  await until('the list has the host', async () => (await hostsListed()) === before + 1);
  await replica.query('SELECT pg_wal_replay_pause()');
  await newHost(app);
  expect(await hostsListed()).toBe(before + 1);
  expect(await hostsListed('frontrow-wrote=1')).toBe(before + 2);
});

test('one that falls behind is not read any more, until it has caught up', { timeout: 30_000 }, async () => {
  const asked = await hostsListed('frontrow-wrote=1');
  await until('the primary is read', async () => (await hostsListed()) === asked);
  await replica.query('SELECT pg_wal_replay_resume()');
  const statements = async () =>
    (await replica.one<{ count: number }>(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE query LIKE '%created_at DESC, u.id DESC%' AND pid <> pg_backend_pid()",
    ))!.count;
  await until('the replica is read again', async () => {
    await hostsListed();
    return (await statements()) > 0;
  });
});
