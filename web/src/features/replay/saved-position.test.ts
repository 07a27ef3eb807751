import { expect, test } from 'vitest';
import { savePosition, savedPosition } from './saved-position.ts';

const hour = { from: 1_000_000, to: 4_600_000 };

test('a replay continues where it stopped, except near its beginning and its end', () => {
  expect(savedPosition('one', hour)).toBeUndefined();
  savePosition('one', 2_000_000);
  expect(savedPosition('one', hour)).toBe(2_000_000);
  expect(savedPosition('other', hour)).toBeUndefined();
  for (const near of [hour.from - 1, hour.from + 10_000, hour.to - 10_000, hour.to + 1]) {
    savePosition('one', near);
    expect(savedPosition('one', hour)).toBeUndefined();
  }
});

test('the positions of the 20 replays that were watched last are saved', () => {
  for (let at = 0; at < 25; at += 1) savePosition(`replay ${at}`, 2_000_000 + at);
  expect(savedPosition('replay 4', hour)).toBeUndefined();
  expect(savedPosition('replay 5', hour)).toBe(2_000_005);
});
