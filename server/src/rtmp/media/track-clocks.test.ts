import { expect, test } from 'vitest';
import { type Track, TrackClocks } from './track-clocks.ts';

/** Where timestamps of one track are placed that arrive every 40 ms, from the first one on. */
const placed = (timestamps: readonly number[]): number[] => {
  const clocks = new TrackClocks();
  const all = timestamps.map((timestamp, index) => clocks.at('video', timestamp, index * 40));
  return all.map((ms) => ms - all[0]!);
};

test('the steps between timestamps are kept', () => {
  expect(placed([5000, 5040, 5100])).toEqual([0, 40, 100]);
});

test('a track continues where 32 bits wrap', () => {
  expect(placed([2 ** 32 - 20, 20, 60])).toEqual([0, 40, 80]);
});

test('a jump in either direction becomes the time that passed', () => {
  expect(placed([100_000, 100_040, 0, 40])).toEqual([0, 40, 80, 120]);
  expect(placed([0, 40, 3_600_000, 3_600_040])).toEqual([0, 40, 80, 120]);
});

/** Where messages of both tracks are placed: track, timestamp, arrival. */
const placedTogether = (messages: readonly (readonly [Track, number, number])[]): number[] => {
  const clocks = new TrackClocks();
  const all = messages.map(([track, timestamp, now]) => clocks.at(track, timestamp, now));
  return all.map((ms) => ms - all[0]!);
};

test('tracks that share a clock keep their distance', () => {
  const sent = [
    ['video', 0, 0],
    ['video', 100, 100],
    ['audio', 80, 105],
    ['video', 140, 140],
  ] as const;
  expect(placedTogether(sent)).toEqual([0, 100, 80, 140]);
});

test('a track with a separate clock is placed by arrival', () => {
  const sent = [
    ['video', 0, 0],
    ['audio', 5_000, 10],
    ['video', 40, 40],
    ['audio', 5_021, 31],
  ] as const;
  expect(placedTogether(sent)).toEqual([0, 10, 40, 31]);
});

test('a first burst of one track keeps its timestamps, and the other track begins with it', () => {
  const sent = [
    ['video', 0, 0],
    ['video', 900, 2],
    ['video', 1_800, 4],
    ['audio', 0, 5],
    ['audio', 21, 5],
  ] as const;
  expect(placedTogether(sent)).toEqual([0, 900, 1_800, 0, 21]);
});

test('both tracks move to a new clock together', () => {
  const sent = [
    ...([
      ['video', 9_000, 0],
      ['audio', 9_010, 10],
      ['video', 9_040, 40],
      ['audio', 9_050, 50],
    ] as const),
    ...([
      ['video', 0, 80],
      ['audio', 10, 90],
      ['video', 40, 120],
      ['audio', 31, 111],
    ] as const),
  ] as const;
  expect(placedTogether(sent)).toEqual([0, 10, 40, 50, 80, 90, 120, 111]);
});
