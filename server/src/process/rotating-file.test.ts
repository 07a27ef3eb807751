import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { days } from '@frontrow/core/kernel/instant.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rotatingFile } from './rotating-file.ts';

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'frontrow-rotating-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

let now = 0;
const clock = { now: () => now };
const open = () => rotatingFile(join(dir, 'a.log'), clock);
const line = (word: string, chars = 0): string => `{"time":${now},"msg":"${word}${'x'.repeat(chars)}"}\n`;
const words = (name: string): string[] =>
  [...readFileSync(join(dir, name), 'utf8').matchAll(/"msg":"([a-z0-9]+?)x*"/g)].map((match) => match[1]!);

test('a log rotates at ten megabytes and keeps three older files', () => {
  const log = open();
  for (let file = 0; file < 6; file++)
    for (let part = 0; part < 10; part++) log.write(line(`f${file}p${part}`, 1024 * 1024));
  expect(readdirSync(dir).toSorted()).toEqual(['a.log', 'a.log.1', 'a.log.2', 'a.log.3']);
  expect([words('a.log')[0], words('a.log.1')[0], words('a.log.3')[0]]).toEqual(['f5p0', 'f4p0', 'f2p0']);
});

test('a log rotates after a week, also when an earlier process began the file', () => {
  open().write(line('old'));
  now += days(6);
  open().write(line('young'));
  now += days(2);
  open().write(line('new'));
  expect([words('a.log'), words('a.log.1')]).toEqual([['new'], ['old', 'young']]);
});

test('a log that cannot be moved is written on', () => {
  const log = open();
  log.write(line('one'));
  // No file can be moved over a folder.
  mkdirSync(join(dir, 'a.log.1'));
  for (const age of [2, 3]) mkdirSync(join(dir, `a.log.${age}`, 'in-the-way'), { recursive: true });
  now += days(8);
  log.write(line('two'));
  expect(words('a.log')).toEqual(['one', 'two']);
});
