import { type ReactionCounts, reactionsGatheredMs } from '@frontrow/core/rooms/reactions.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RoomReactions } from './room-reactions.ts';

const room = 'r1';
type Told = readonly [string, ReactionCounts];
let pushed: Told[];
let told: Told[];
let reactions: RoomReactions;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  [pushed, told] = [[], []];
  reactions = new RoomReactions({ push: (...one) => pushed.push(one), tell: (...one) => told.push(one) });
});
afterEach(() => void vi.useRealTimers());

test('at most four pushes a second, and every reaction is in exactly one of them', () => {
  const stepMs = 10;
  for (let at = 0; at < 1_000; at += stepMs) {
    reactions.add(room, '👏');
    vi.advanceTimersByTime(stepMs);
  }
  vi.advanceTimersByTime(reactionsGatheredMs);
  expect(pushed.length).toBeLessThanOrEqual(4);
  expect(pushed.reduce((sum, [, counts]) => sum + (counts['👏'] ?? 0), 0)).toBe(100);
});

test('what another process counted is pushed here and not told back; rooms do not mix', () => {
  reactions.add(room, '👏');
  reactions.heard(room, { '👏': 3, '🔥': 1 });
  reactions.heard('r2', { '😢': 1 });
  expect([pushed, told]).toEqual([[], []]);
  vi.advanceTimersByTime(reactionsGatheredMs);
  expect(pushed).toEqual([
    [room, { '👏': 4, '🔥': 1 }],
    ['r2', { '😢': 1 }],
  ]);
  expect(told).toEqual([[room, { '👏': 1 }]]);
});

test('nothing is pushed after the end', () => {
  reactions.add(room, '👏');
  reactions.stop();
  vi.advanceTimersByTime(reactionsGatheredMs);
  expect([pushed, told]).toEqual([[], []]);
});
