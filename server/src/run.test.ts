import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';

let dir: string;
beforeAll(() => void (dir = mkdtempSync(join(tmpdir(), 'frontrow-run-'))));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const start = (home: string) =>
  spawnSync(process.execPath, [resolve(import.meta.dirname, 'main.ts')], {
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
    env: { PATH: process.env['PATH'], FRONTROW_HOME: home },
  });

test.each([
  ['where no folder can be made', () => '/proc/frontrow/home', /no folder can be made there/],
  ['that is a file', () => join(dir, 'file'), /a file is in the way/],
])('a home %s ends the start with one sentence and exit 1', (_what, home, reason) => {
  writeFileSync(join(dir, 'file'), '');
  const ended = start(home());
  expect([ended.status, ended.stdout]).toEqual([1, '']);
  expect(ended.stderr).toMatch(reason);
  expect(ended.stderr.trim().split('\n')).toHaveLength(1);
});

test('a home that another start holds is left as it is: no secret is made beside its own', async () => {
  const home = join(dir, 'held');
  mkdirSync(home);
  // Its command line is what a start looks for.
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'main.ts'], { stdio: 'ignore' });
  writeFileSync(join(home, 'running.pid'), String(holder.pid));
  const ended = start(home);
  holder.kill('SIGKILL');
  expect([ended.status, ended.stderr]).toEqual([
    1,
    expect.stringMatching(/^Frontrow already runs on .* is just starting/),
  ]);
  expect(existsSync(join(home, 'keys'))).toBe(false);
});
