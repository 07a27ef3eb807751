import { expect, test } from 'vitest';
import { keepPosition, keptPosition } from './kept-position.ts';

const hour = { from: 1_000_000, to: 4_600_000 };

test('watching goes on where it stopped, but from the beginning near the beginning and the end', () => {
  expect(keptPosition('one', hour)).toBeUndefined();
  keepPosition('one', 2_000_000);
  expect(keptPosition('one', hour)).toBe(2_000_000);
  expect(keptPosition('other', hour)).toBeUndefined();
  for (const near of [hour.from - 1, hour.from + 10_000, hour.to - 10_000, hour.to + 1]) {
    keepPosition('one', near);
    expect(keptPosition('one', hour)).toBeUndefined();
  }
});

test('the positions of the 20 replays that were watched last are kept', () => {
  for (let at = 0; at < 25; at += 1) keepPosition(`replay ${at}`, 2_000_000 + at);
  expect(keptPosition('replay 4', hour)).toBeUndefined();
  expect(keptPosition('replay 5', hour)).toBe(2_000_005);
});
