import { expect, test } from 'vitest';
import { chatWindowMs, chatWindows, gapBefore, momentAt } from './timeline.ts';

const parts = [
  { begins_at: 1_000_000, length_ms: 60_000 },
  { begins_at: 1_061_000, length_ms: 10_000 },
  { begins_at: 1_191_000, length_ms: 10_000 },
];

test('a moment of a part is a moment of the event', () => {
  expect(momentAt(parts[1]!, 2.5)).toBe(1_063_500);
});

test('a gap is announced where a viewer would notice it', () => {
  expect(parts.map((_, index) => gapBefore(parts, index))).toEqual([0, 0, 120_000]);
  expect(gapBefore(parts, 3)).toBe(0);
});

test('the chat is asked for around the moment, in windows that stay the same while it plays', () => {
  const moment = 10 * chatWindowMs;
  const windows = [8, 9, 10, 11].map((window) => window * chatWindowMs);
  expect(chatWindows(moment)).toEqual(windows);
  expect(chatWindows(moment + chatWindowMs - 1)).toEqual(windows);
  expect(chatWindows(moment - 1)).toEqual([7, 8, 9, 10].map((window) => window * chatWindowMs));
});
