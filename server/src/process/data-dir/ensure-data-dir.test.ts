import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureDataDir } from './data-dir.ts';

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'frontrow-make-home-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a home is made with the folders above it, for its owner alone; twice is once', () => {
  const home = join(dir, 'a', 'b', 'home');
  ensureDataDir(home);
  ensureDataDir(home);
  expect(statSync(home).mode & 0o777).toBe(0o700);
});

test.each([
  ['a place where nothing can be made', () => '/proc/frontrow', 'the folder cannot be created'],
  ['deep below such a place', () => '/proc/frontrow/a/b', 'the folder cannot be created'],
  ['a file', () => join(dir, 'file'), 'a file is in the way'],
  ['below a file', () => join(dir, 'file', 'a', 'b'), 'a file is in the way'],
  ['below a device', () => '/dev/null/a', 'a file is in the way'],
  ['a link in a circle', () => join(dir, 'circle', 'a'), /a file is in the way|its symbolic links form a loop/],
  ['a very long name', () => join(dir, 'x'.repeat(300)), 'the name is too long'],
])('%s is refused in one sentence', (_what, home, reason) => {
  writeFileSync(join(dir, 'file'), '');
  symlinkSync(join(dir, 'circle'), join(dir, 'circle'));
  expect(() => ensureDataDir(home())).toThrow(reason);
  expect(() => ensureDataDir(home())).toThrow(
    /^Frontrow cannot store its data in .*Set FRONTROW_HOME to a folder you own\.$/,
  );
  expect(existsSync('/proc/frontrow')).toBe(false);
});
