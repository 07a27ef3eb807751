import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runningPostgres, startPostgres, type RunningPostgres } from './postgres.ts';
import { until } from '../../../test/harness.ts';
import { isAlive, signal } from './processes.ts';

let dir: string;
beforeAll(() => void (dir = mkdtempSync(join(tmpdir(), 'frontrow-postgres-'))));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const warned: string[] = [];
const start = (port = 0): Promise<RunningPostgres> =>
  startPostgres({ dir, port, fsync: false, log: { info: () => undefined, warn: (words) => void warned.push(words) } });
const pidFile = (): string => join(dir, 'data', 'postmaster.pid');
const postmaster = (): number => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

/** The postmaster's id when it is another one. */
function postmasterBut(other: number): number | undefined {
  try {
    return postmaster() === other ? undefined : postmaster();
  } catch {
    return undefined;
  }
}

const listenOn = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

async function ask<T>(url: string, sql: string): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows[0];
  } finally {
    await client.end();
  }
}

test('what was written is there after a stop, the text is UTF-8, a stop leaves no process', async () => {
  const first = await start();
  await ask(first.url, `CREATE TABLE kept AS SELECT 'ünï' AS word`);
  expect(await ask(first.url, 'SHOW server_encoding')).toEqual({ server_encoding: 'UTF8' });
  const pid = postmaster();
  await first.stop();
  await first.stop();
  expect(isAlive(pid)).toBe(false);
  const again = await start();
  expect(await ask(again.url, 'SELECT word FROM kept')).toEqual({ word: 'ünï' });
  await again.stop();
});

test('a second start of the same folder uses the one that runs', async () => {
  const first = await start();
  const second = await start();
  expect(second.url).toBe(first.url);
  await Promise.all([first.stop(), second.stop()]);
});

test('nobody comes in without the password', async () => {
  const running = await start();
  await expect(ask(running.url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/);
  await running.stop();
});

test('a killed PostgreSQL restarts on the same port, until it is stopped', async () => {
  const kept = await start();
  const first = postmaster();
  signal(first, 'SIGKILL');
  await until('it answers again', () => ask(kept.url, 'SELECT 1').catch(() => undefined));
  const second = postmaster();
  expect(second).not.toBe(first);
  await kept.stop();
  expect([isAlive(second), existsSync(pidFile())]).toEqual([false, false]);
});

test('a stop ends PostgreSQL while it is being restarted', async () => {
  const kept = await start();
  const first = postmaster();
  signal(first, 'SIGKILL');
  const second = await until('it is being started', () => postmasterBut(first));
  await kept.stop();
  expect([isAlive(second), existsSync(pidFile())]).toEqual([false, false]);
});

test('a stop does not wait for a start of PostgreSQL that never comes up', async () => {
  warned.length = 0;
  const kept = await start();
  const lock = readFileSync(pidFile(), 'utf8').split('\n');
  signal(postmaster(), 'SIGKILL');
  const words = ['-e', 'setInterval(() => {}, 1e6)', 'postgres', join(dir, 'data')];
  const stuck = spawn(process.execPath, words, { stdio: 'ignore' });
  writeFileSync(pidFile(), [stuck.pid, ...lock.slice(1, 7), 'starting'].join('\n'));
  await until('it is started again', () => warned.some((line) => line.includes('restarting it')));
  const began = performance.now();
  await kept.stop();
  stuck.kill('SIGKILL');
  rmSync(pidFile(), { force: true });
  // A minute is what it would wait for.
  expect(performance.now() - began).toBeLessThan(15_000);
});

test('a killed PostgreSQL waits for its port when another program took it', async () => {
  const kept = await start();
  const thief = await until('its port is taken', async () => {
    const pid = postmasterBut(0);
    if (pid) signal(pid, 'SIGKILL');
    return listenOn(kept.port);
  });
  await until('that is said', () => warned.some((words) => words.includes(`waits for its port ${kept.port}`)));
  thief.close();
  await until('it answers again', () => ask(kept.url, 'SELECT 1').catch(() => undefined));
  await kept.stop();
});

test('the log of PostgreSQL does not quote what was written', async () => {
  const running = await start();
  await ask(running.url, "CREATE TABLE guests AS SELECT 'canary@mail.test' AS address");
  await ask(running.url, 'CREATE UNIQUE INDEX one_each ON guests (address)');
  await expect(ask(running.url, "INSERT INTO guests VALUES ('canary@mail.test')")).rejects.toThrow(/one_each/);
  await expect(ask(running.url, "SELECT 'canary'::uuid")).rejects.toThrow(/invalid input syntax/);
  await running.stop();
  expect(readFileSync(join(dir, 'postgres.log'), 'utf8')).not.toMatch(/canary/);
});

test('the URL of a running database is found without starting one', async () => {
  const running = await start();
  expect(runningPostgres(dir)).toBe(running.url);
  await running.stop();
  expect(runningPostgres(dir)).toBeUndefined();
  expect(existsSync(pidFile())).toBe(false);
});

test('a start after a kill that no one watched clears the lock and recovers', async () => {
  const killed = await start();
  await ask(killed.url, 'CREATE TABLE survived AS SELECT 1 AS one');
  await ask(killed.url, 'CHECKPOINT');
  const pid = postmaster();
  signal(pid, 'SIGKILL');
  await killed.stop();
  const next = await start();
  expect(await ask(next.url, 'SELECT one FROM survived')).toEqual({ one: 1 });
  await next.stop();
});

test('a lock whose process id belongs to another program now is cleared', async () => {
  const stranger = spawn('sleep', ['60']);
  writeFileSync(pidFile(), `${stranger.pid}\n${join(dir, 'data')}\n1\n5432\n\n127.0.0.1\n\nready\n`);
  const running = await start();
  expect(isAlive(stranger.pid ?? 0)).toBe(true);
  await running.stop();
  stranger.kill();
});

test('a taken port is answered with a free one', async () => {
  const other = createServer();
  const taken = await new Promise<number>((resolve) =>
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
  );
  const running = await start(taken);
  expect(running.port).not.toBe(taken);
  expect(await ask(running.url, 'SELECT 1 AS one')).toEqual({ one: 1 });
  await running.stop();
  other.close();
});
