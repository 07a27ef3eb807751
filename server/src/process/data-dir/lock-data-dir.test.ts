import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holderOf, takeLock } from './lock-data-dir.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'frontrow-lock-'));
  file = join(dir, 'lock');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a lock that a living process holds is refused', () => {
  writeFileSync(file, String(process.ppid));
  expect(takeLock(file, '')).toBeUndefined();
  expect(holderOf(file)).toBe(process.ppid);
});

test('a lock that a dead process left is taken over', () => {
  writeFileSync(file, String(spawnSync('true').pid));
  expect(takeLock(file)).toBeDefined();
  expect(holderOf(file)).toBe(process.pid);
});

test('a lock whose process number belongs to another program now is taken over', () => {
  writeFileSync(file, String(process.ppid));
  expect(takeLock(file, 'no such word in its command line')).toBeDefined();
});

test('a lock is not released by a process that no longer holds it', () => {
  const lock = takeLock(file);
  writeFileSync(file, String(process.ppid));
  lock?.release();
  expect(existsSync(file)).toBe(true);
});
