import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/harness.ts';
import { bareEnvironment, begin, portWhenReady, startWithinMs } from '../../test/started-process.ts';
import { openDb } from '../db/db.ts';
import { silentLog } from '../ports/log.ts';
import { listenAt, portOf } from './embedded/free-port.ts';

const main = resolve(import.meta.dirname, 'main.ts');
const host = '127.0.0.1';

let dir: string;
beforeAll(() => void (dir = mkdtempSync(join(tmpdir(), 'frontrow-run-'))));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const start = (home: string, settings: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, [main], {
    encoding: 'utf8',
    timeout: startWithinMs,
    killSignal: 'SIGKILL',
    env: { ...bareEnvironment(), FRONTROW_HOME: home, ...settings },
  });

test.each([
  ['where no folder can be made', () => '/proc/frontrow/home', /the folder cannot be created/],
  ['that is a file', () => join(dir, 'file'), /a file is in the way/],
])('a home %s ends the start with one sentence and exit 1', (_what, home, reason) => {
  writeFileSync(join(dir, 'file'), '');
  const ended = start(home());
  expect([ended.status, ended.stdout]).toEqual([1, '']);
  expect(ended.stderr).toMatch(reason);
  expect(ended.stderr.trim().split('\n')).toHaveLength(1);
});

const close = (server: Server) => new Promise((closed) => server.close(closed));

test('a port that was given and is taken ends the start with one sentence and exit 1, before anything is made', async () => {
  const other = await listenAt(0, host);
  const port = portOf(other);
  const home = join(dir, 'port-taken');
  const ended = start(home, { PORT: String(port) });
  expect([ended.status, ended.stdout, ended.stderr]).toEqual([
    1,
    '',
    `PORT=${port} is taken by another program: stop it or give another port.\n`,
  ]);
  expect(existsSync(join(home, 'postgres'))).toBe(false);
  await close(other);
});

test('a given RTMP port that is taken ends the start with one sentence and exit 1', async () => {
  const other = await listenAt(0, host);
  const ended = start(join(dir, 'rtmp-port-taken'), { RTMP_PORT: String(portOf(other)) });
  expect([ended.status, ended.stderr]).toEqual([
    1,
    `RTMP_PORT=${portOf(other)} is taken by another program: stop it or give another port.\n`,
  ]);
  await close(other);
});

test('an address that is not of this machine ends the start with a sentence that names it', () => {
  const ended = start(join(dir, 'address'), { HOST: '203.0.113.1' });
  expect([ended.status, ended.stdout]).toEqual([1, '']);
  expect(ended.stderr).toMatch(/^HOST=203\.0\.113\.1 is not an address of this machine: .*\n$/);
});

test('a start on a data folder that another one holds ends, and creates no secret in it', async () => {
  const home = join(dir, 'held');
  mkdirSync(home);
  // Its command line is what a start looks for.
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'main.ts'], { stdio: 'ignore' });
  writeFileSync(join(home, 'running.pid'), String(holder.pid));
  const ended = start(home);
  holder.kill('SIGKILL');
  expect([ended.status, ended.stderr]).toEqual([
    1,
    expect.stringMatching(/^Frontrow is already running in .* is starting/),
  ]);
  expect(existsSync(join(home, 'keys'))).toBe(false);
});

test('a start on a database from before the baseline is refused and says what to do', async () => {
  const database = await freshDatabase();
  const db = openDb({ url: database.url, log: silentLog });
  await db.query("INSERT INTO schema_migration (name, run_on) VALUES ('0002_accounts', statement_timestamp())");
  await db.close();
  const ended = start(join(dir, 'early'), { DATABASE_URL: database.url });
  await database.drop();
  expect([ended.status, ended.stdout, ended.stderr]).toEqual([
    1,
    '',
    'The database was made by an early version of Frontrow, before its first release, and cannot be migrated. ' +
      'Point DATABASE_URL at an empty database and start again.\n',
  ]);
});

test(
  'where the default port is taken, two that start at the same moment each print a next one and answer there',
  async () => {
    // Somebody else's is as good.
    const other = await listenAt(3000, host).catch(() => undefined);
    const databases = await Promise.all([freshDatabase(), freshDatabase()]);
    const video = { LIVEKIT_URL: 'ws://127.0.0.1:1', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' };
    const both = databases.map(({ url }, index) => begin(join(dir, `home-${index}`), { DATABASE_URL: url, ...video }));
    try {
      const ports = await Promise.all(both.map(portWhenReady));
      expect(new Set([3000, ...ports]).size).toBe(3);
      for (const port of ports) {
        expect(port).toBeGreaterThan(3000);
        expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200);
      }
    } finally {
      for (const { child } of both) child.kill('SIGKILL');
      await Promise.all(databases.map((database) => database.drop()));
      if (other) await close(other);
    }
  },
  startWithinMs,
);
