import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../e2e/support/until.ts';
import { isAlive, signal } from '../server/src/process/embedded/processes.ts';

const checkout = resolve(import.meta.dirname, '..');
/** Pages and server are built first where nobody did. */
const startWithinMs = 180_000;

const home = mkdtempSync(join(tmpdir(), 'frontrow-start-'));
const args = [join(checkout, 'scripts/start.mjs')];
const options = {
  cwd: checkout,
  env: { PATH: process.env.PATH, HOME: process.env.HOME, FRONTROW_HOME: home, FRONTROW_DEMO: 'off' },
};
const pidIn = (/** @type {string} */ file) => Number(readFileSync(join(home, file), 'utf8').split('\n', 1)[0]);

/** @type {import('node:child_process').ChildProcess} */
let launcher;
let said = '';
/** Server, PostgreSQL, video engine. @type {number[]} */
let parts = [];
beforeAll(async () => {
  launcher = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const out of [launcher.stdout, launcher.stderr]) out?.on('data', (part) => (said += part));
  await until(
    'the product and its video are ready',
    () => {
      if (launcher.exitCode !== null) throw new Error(`the start ended with ${launcher.exitCode}:\n${said}`);
      return said.includes('Video is ready.');
    },
    startWithinMs,
  );
  parts = ['running.pid', 'postgres/data/postmaster.pid', 'livekit/livekit.pid'].map(pidIn);
}, startWithinMs);
afterAll(async () => {
  launcher.kill('SIGKILL');
  // Where the server did not notice.
  for (const pid of parts.slice(0, 1)) signal(pid, 'SIGTERM');
  await until('everything has ended', () => !parts.some(isAlive), 15_000);
  rmSync(home, { recursive: true, force: true });
});

test('a second start on the home says where the first one is', () => {
  const url = /ready: (\S+)/.exec(said)?.[1];
  const { status, stderr } = spawnSync(process.execPath, args, { ...options, encoding: 'utf8' });
  expect([status, stderr.trim()]).toEqual([
    1,
    `Frontrow is already running in ${home} and serves ${url} (process ${parts[0]}). Stop it first, or set FRONTROW_HOME to another folder.`,
  ]);
});

test('a launcher that is killed leaves no server, no database and no video engine behind', async () => {
  expect(parts.map(isAlive)).toEqual([true, true, true]);
  launcher.kill('SIGKILL');
  await until('all three have ended', () => !parts.some(isAlive), 15_000);
});
