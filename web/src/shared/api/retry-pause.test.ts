import { expect, it } from 'vitest';
import { RetryPause } from './retry-pause.ts';

const pauses = (retry: RetryPause, count: number): number[] => Array.from({ length: count }, () => retry.next(0));

it('waits longer each time, up to half a minute', () => {
  expect(pauses(new RetryPause(() => 0), 8)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

it('a connection that is cut at once again and again does not come back at once', () => {
  const retry = new RetryPause(() => 0);
  expect([retry.next(20), retry.next(20), retry.next(20)]).toEqual([500, 1_000, 2_000]);
  expect(retry.next(10_000)).toBe(500);
});

it('does not come before the server says, and not all in one moment', () => {
  expect(new RetryPause(() => 0).next(0, 45_000)).toBe(45_000);
  expect(new RetryPause(() => 0.5).next(0, 45_000)).toBe(67_500);
});
