import { networksReportedMax as networksTakenMax } from '@frontrow/core/broadcast/limits.ts';
import { expect, test } from 'vitest';
import {
  networksRememberedMax,
  networksReportedMax,
  tryEveryMsOverLimit,
  wrongKeysMax,
  wrongKeysWindowMs,
} from './limits.ts';
import { RefusedEncoders, WrongKeys } from './refused-encoders.ts';

const misses = (keys: WrongKeys, address: string, count = wrongKeysMax): void => {
  for (let index = 0; index < count; index += 1) keys.count(address, 0);
};

test('a network over the limit gets one try every half second, until its minute is over', () => {
  const keys = new WrongKeys();
  misses(keys, '192.0.2.1', wrongKeysMax - 1);
  expect([keys.mayTry('192.0.2.1', 1_000), keys.mayTry('192.0.2.1', 1_000)]).toEqual([true, true]);
  keys.count('192.0.2.1', 1_000);
  const tries = Array.from({ length: 1_000 }, (_, ms) => keys.mayTry('192.0.2.1', 1_000 + ms));
  expect(tries.filter((taken) => taken)).toHaveLength(1_000 / tryEveryMsOverLimit);
  expect([keys.takeReports(), keys.takeReports()]).toEqual([[{ network: '192.0.2.1', count: 998 }], []]);
  expect(keys.mayTry('192.0.2.1', wrongKeysWindowMs)).toBe(true);
  expect(keys.mayTry('192.0.2.1', wrongKeysWindowMs)).toBe(true);
});

test('other networks are not touched, and the addresses of one network count together', () => {
  const keys = new WrongKeys();
  misses(keys, '192.0.2.1');
  misses(keys, '2001:db8:1:2::1');
  keys.mayTry('::ffff:192.0.2.1', 600);
  keys.mayTry('2001:db8:1:2:ffff::9', 600);
  expect(keys.mayTry('192.0.2.1', 700)).toBe(false);
  expect(keys.mayTry('2001:db8:1:2:3:4:5:6', 700)).toBe(false);
  expect(keys.mayTry('192.0.2.2', 700)).toBe(true);
  expect(keys.mayTry('2001:db8:1:3::1', 700)).toBe(true);
});

test('only so many networks are remembered', () => {
  const keys = new WrongKeys();
  misses(keys, '192.0.2.1');
  for (let index = 0; index < networksRememberedMax; index += 1) keys.count(`10.0.${index >> 8}.${index & 255}`, 0);
  expect([keys.mayTry('192.0.2.1', 1), keys.mayTry('192.0.2.1', 1)]).toEqual([true, true]);
});

test('an encoder that is refused again is kept waiting, and not with another fault, after something better, or after ten minutes', () => {
  const encoders = new RefusedEncoders();
  const refusals = Array.from({ length: 4 }, (_, index) => encoders.refused('key', 'AV1', index * 6_000));
  expect(refusals).toEqual([0, 30_000, 60_000, 60_000]);
  expect(encoders.refused('other', 'AV1', 0)).toBe(0);
  expect(encoders.refused('key', 'HEVC', 24_000)).toBe(0);
  encoders.forget('key');
  expect([encoders.refused('key', 'HEVC', 30_000), encoders.refused('key', 'HEVC', 630_000)]).toEqual([0, 0]);
});

test('a report is never longer than the app takes', () => {
  expect(networksReportedMax).toBeLessThanOrEqual(networksTakenMax);
});
