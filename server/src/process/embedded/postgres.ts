import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { keepRunning } from '../keep-running.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { makeAppRole } from '../../db/app-role.ts';
import { deriveKey } from '../../keys.ts';
import { ensureCluster, stderrTail, superuser } from './postgres-cluster.ts';
import { runPostgresAs, type RunAs } from './postgres-user.ts';
import { isAlive, isOurs, signal, waitForEnd } from './processes.ts';
import type { StartLog } from './start-log.ts';

export interface PostgresOptions {
  /** Where everything lies: `data/`, `password`, `postgres.log`. Made when missing. */
  readonly dir: string;
  /** 0 or absent: any free one. A given one that is taken is replaced by a free one. */
  readonly port?: number | undefined;
  readonly log: StartLog;
  /** Tests switch it off: a crash may then lose data. */
  readonly fsync?: boolean;
}

export interface RunningPostgres {
  /** Address of the database `frontrow` for its owner, password included. */
  readonly url: string;
  /** The same for the app, which changes no schema and nothing of the books. */
  readonly appUrl: string;
  readonly port: number;
  /** Why it ended, as its log says it. */
  stderrTail(): string;
  /** Ends the server within seconds; safe to call twice. */
  stop(): Promise<void>;
}

const host = '127.0.0.1';
const startTriesMax = 6;
const readyWithinMs = 60_000;
const stopWithinMs = 6_000;
const appRole = 'app';
const pollMs = 20;
const logName = 'postgres.log';

/** Starts (or attaches to) our own PostgreSQL on loopback. Development and tests only; throws one clear sentence. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const dir = resolve(options.dir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const binaries = findPostgresBinaries();
  const runAs = runPostgresAs(dir);
  const { data, password } = ensureCluster(dir, binaries, runAs);
  let stopped = false;
  const start = async (port: PortWish): Promise<Postmaster> =>
    (await attach(data, options.log, () => stopped)) ??
    launch({ dir, data, binaries, runAs, fsync: options.fsync ?? true, stopped: () => stopped }, port);
  let running = await start({ wanted: options.port ?? 0 });
  const { port } = running;
  const url = urlOf(password, port);
  await ensureDatabase(url);
  const appUrl = await makeAppRole(url, appRole, appPasswordOf(password));
  const kept = keepRunning({
    isRunning: () => isAlive(running.pid),
    async startAgain() {
      options.log.warn('PostgreSQL stopped; restarting it.');
      running = await start({ wanted: port, stays: true });
      if (running.port !== port)
        throw new Error(`Somebody started the PostgreSQL of ${dir} on another port: end it and start Frontrow again.`);
    },
    failed: (error) => void (stopped || options.log.warn(error.message)),
  });
  return {
    url,
    appUrl,
    port,
    stderrTail: () => stderrTail(readFileSync(join(dir, logName), 'utf8')),
    async stop() {
      stopped = true;
      await kept.stop();
      await stopPostmaster(running.pid, data);
    },
  };
}

/** Address of the database of this folder where it runs right now. Starts and stops nothing. */
export function runningPostgres(dir: string): string | undefined {
  const data = join(resolve(dir), 'data');
  const found = readPidFile(data);
  if (found?.status !== 'ready' || !isOurs(found.pid, 'postgres', data)) return undefined;
  return urlOf(readFileSync(join(dir, 'password'), 'utf8').trim(), found.port);
}

/** Who knows the app's address does not know the owner's. */
const appPasswordOf = (password: string): string => Buffer.from(deriveKey(password, 'app role')).toString('base64url');

const urlOf = (password: string, port: number): string =>
  `postgres://${superuser}:${password}@${host}:${port}/${superuser}`;

interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

interface PortWish {
  /** 0: any free one. */
  readonly wanted: number;
  /** Connections go there already: no other one will do. */
  readonly stays?: true;
}

interface LaunchParts {
  readonly dir: string;
  readonly data: string;
  readonly binaries: PostgresBinaries;
  readonly runAs: RunAs;
  readonly fsync: boolean;
  /** We are to end: nothing is waited for any more. */
  stopped(): boolean;
}

interface PidFile extends Postmaster {
  readonly status: string;
}

function readPidFile(data: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
  } catch {
    return undefined;
  }
}

/** A postmaster of this very folder that still runs is used on; a dead one's lock is cleared. */
async function attach(data: string, log: StartLog, stopped: () => boolean): Promise<Postmaster | undefined> {
  for (let waited = 0; waited < readyWithinMs; waited += pollMs) {
    if (stopped()) return undefined;
    const found = readPidFile(data);
    if (found === undefined) return undefined;
    if (!isOurs(found.pid, 'postgres', data)) {
      rmSync(join(data, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (found.status === 'ready') {
      log.info(`PostgreSQL of this folder runs already (port ${found.port}): using it.`);
      return found;
    }
    await pause(pollMs);
  }
  throw new Error(
    `The PostgreSQL that holds ${data} neither starts nor stops: end process ${readPidFile(data)?.pid} ` +
      'and start again.',
  );
}

async function launch(parts: LaunchParts, { wanted, stays }: PortWish): Promise<Postmaster> {
  const { dir, data, stopped } = parts;
  let port = wanted;
  let why = '';
  for (let tries = 0; tries < startTriesMax && !stopped(); tries += 1) {
    if (port === 0) port = await freePort(host);
    const logFile = join(dir, logName);
    const child = spawnPostmaster(parts, port, logFile);
    if (await becomesReady(child, data, stopped)) return { pid: child.pid ?? 0, port };
    why = stderrTail(readFileSync(logFile, 'utf8'));
    if (/could not create any TCP\/IP sockets|Address already in use/.test(readFileSync(logFile, 'utf8'))) {
      if (stays) throw new Error(`PostgreSQL waits for its port ${port}, which another program took.`);
      port = 0;
    } else if (/pre-existing shared memory block|lock file/.test(why)) await pause(500 * (tries + 1));
    else break;
  }
  throw new Error(`PostgreSQL did not start: ${why}`);
}

function spawnPostmaster({ data, binaries, runAs, fsync }: LaunchParts, port: number, logFile: string): ChildProcess {
  const settings = {
    listen_addresses: host,
    port,
    unix_socket_directories: '',
    // Tests have many apps, each with its own pool.
    max_connections: fsync ? 100 : 300,
    shared_buffers: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    wal_level: 'replica',
    max_wal_size: '512MB',
    // What a statement did wrong is in our own log, without the values; here it would be with them, and without end.
    log_min_messages: 'fatal',
    log_error_verbosity: 'terse',
    log_line_prefix: '%m ',
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  const words = [
    ...runAs.prefix,
    binaries.postgres,
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const [command = '', ...rest] = words;
  const output = openSync(logFile, 'w', 0o600);
  try {
    // Its own session: Ctrl-C in the terminal reaches only us, and we end it after the last query.
    const child = spawn(command, rest, {
      cwd: data,
      detached: true,
      stdio: ['ignore', output, output],
      uid: runAs.uid,
      gid: runAs.gid,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    });
    child.on('error', () => undefined);
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

/** Stops the database even when its start is no longer awaited. */
async function becomesReady(child: ChildProcess, data: string, stopped: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < readyWithinMs; waited += pollMs) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return false;
    const found = readPidFile(data);
    if (stopped() || (found?.pid === child.pid && found.status === 'ready')) return true;
    await pause(pollMs);
  }
  signal(child.pid ?? 0, 'SIGKILL');
  return false;
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [superuser]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${superuser}`);
  } finally {
    await client.end();
  }
}

/** Fast shutdown (sessions are cut, data is written); where that takes too long, immediate: recovery makes it good. */
async function stopPostmaster(pid: number, data: string): Promise<void> {
  if (!isAlive(pid) || !isOurs(pid, 'postgres', data)) return;
  signal(pid, 'SIGINT');
  if (await waitForEnd(pid, stopWithinMs)) return;
  signal(pid, 'SIGQUIT');
  if (!(await waitForEnd(pid, 2000))) signal(pid, 'SIGKILL');
}
