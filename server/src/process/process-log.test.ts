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

test('a quoted address is taken out of a line that stays one, however long its words are', () => {
  rmSync(join(home, 'frontrow.log'));
  const log = createLog({ production: false, home });
  log.warn({ error: '550\nann.b@mail.test, \u001bben@mail.test "c\\cleo@mail.test"' }, 'refused');
  const began = performance.now();
  log.warn({ error: 'a'.repeat(100_000) }, 'long');
  expect(performance.now() - began).toBeLessThan(2_000);
  const [line] = readFileSync(join(home, 'frontrow.log'), 'utf8').split('\n');
  expect(JSON.parse(line!)).toMatchObject({ error: '550\n[address], \u001b[address] "c\\[address]"' });
});

test('an address of a wallet is taken out, also where a chain pads it; hashes of transactions stay', () => {
  rmSync(join(home, 'frontrow.log'));
  const log = createLog({ production: false, home });
  const wallet = 'AbCdEf0123456789aBcDeF0123456789abcdef01';
  log.warn({ error: `call 0x${wallet}: data 0x${'0'.repeat(24)}${wallet}`, hash: `0x${'ab'.repeat(32)}` }, 'refused');
  const [line] = readFileSync(join(home, 'frontrow.log'), 'utf8').split('\n');
  expect(JSON.parse(line!)).toMatchObject({
    error: 'call [address]: data [address]',
    hash: `0x${'ab'.repeat(32)}`,
  });
});

test('a disk without room for a line does not end us', () => {
  rmSync(join(home, 'frontrow.log'));
  symlinkSync('/dev/full', join(home, 'frontrow.log'));
  const log = createLog({ production: false, home });
  expect(() => log.info({ route: '/a' }, 'one')).not.toThrow();
});

test('a standard output without room does not end us in production, nor keep us from ending', () => {
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
