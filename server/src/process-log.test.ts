import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
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

test('in production one on standard output neither, nor does it keep us from ending', () => {
  const full = openSync('/dev/full', 'w');
  const logs = `import { createLog } from ${JSON.stringify(import.meta.resolve('./process-log.ts'))};
    createLog({ production: true }).info('one');
    process.stderr.write('went on');`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', logs], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
    timeout: 20_000,
  });
  closeSync(full);
  expect([ran.status, ran.stderr]).toEqual([0, 'went on']);
});
