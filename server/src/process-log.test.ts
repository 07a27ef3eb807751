import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from './process-log.ts';

let home: string;
beforeAll(() => void (home = mkdtempSync(join(tmpdir(), 'frontrow-log-'))));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('lines go to the file of the home', () => {
  const log = createLog({ production: false, home });
  log.info({ route: '/a' }, 'one');
  log.info({ route: '/b' }, 'two');
  const lines = readFileSync(join(home, 'frontrow.log'), 'utf8').trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['one', 'two']);
});

test('a disk without room for a line does not end us', () => {
  rmSync(join(home, 'frontrow.log'));
  symlinkSync('/dev/full', join(home, 'frontrow.log'));
  const log = createLog({ production: false, home });
  expect(() => log.info({ route: '/a' }, 'one')).not.toThrow();
});
