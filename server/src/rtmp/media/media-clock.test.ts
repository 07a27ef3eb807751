import { expect, test } from 'vitest';
import { MediaClock } from './media-clock.ts';

/** Timestamps that come every 40 ms, on our clock. */
const read = (timestamps: readonly number[]): number[] => {
  const clock = new MediaClock();
  return timestamps.map((timestamp, index) => clock.at(timestamp, index * 40));
};

test('the first timestamp is 0, and steps are kept', () => {
  expect(read([5000, 5040, 5100])).toEqual([0, 40, 100]);
});

test('it goes on where 32 bits wrap', () => {
  expect(read([2 ** 32 - 20, 20, 60])).toEqual([0, 40, 80]);
});

test('a jump back or far ahead becomes the time that passed', () => {
  expect(read([100_000, 100_040, 0, 40])).toEqual([0, 40, 80, 120]);
  expect(read([0, 40, 3_600_000, 3_600_040])).toEqual([0, 40, 80, 120]);
});

test('sound that lies a little behind the picture keeps its place', () => {
  expect(read([0, 100, 80, 140])).toEqual([0, 100, 80, 140]);
});
