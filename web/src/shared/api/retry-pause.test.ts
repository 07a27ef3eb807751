import { expect, it } from 'vitest';
import { RetryPause } from './retry-pause.ts';

const pauses = (retry: RetryPause, count: number): number[] => Array.from({ length: count }, () => retry.next(0));

it('the pause grows each time, up to half a minute', () => {
  expect(pauses(new RetryPause(() => 0), 8)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

it('a connection that is repeatedly cut at once waits longer each time', () => {
  const retry = new RetryPause(() => 0);
  expect([retry.next(20), retry.next(20), retry.next(20)]).toEqual([500, 1_000, 2_000]);
  expect(retry.next(10_000)).toBe(500);
});

it('a pause is at least as long as the server says, and longer by a random part', () => {
  expect(new RetryPause(() => 0).next(0, 45_000)).toBe(45_000);
  expect(new RetryPause(() => 0.5).next(0, 45_000)).toBe(67_500);
});
