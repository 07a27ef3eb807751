import { type ReactionCounts, reactionsGatheredMs } from '@frontrow/core/rooms/reactions.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RoomReactions } from './room-reactions.ts';

const room = 'r1';
type Told = readonly [string, ReactionCounts];
let pushed: Told[];
let received: Told[];
let reactions: RoomReactions;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  [pushed, received] = [[], []];
  reactions = new RoomReactions({ push: (...one) => pushed.push(one), tell: (...one) => received.push(one) });
});
afterEach(() => void vi.useRealTimers());

test('reactions are pushed at most four times a second, each in exactly one push', () => {
  const stepMs = 10;
  for (let at = 0; at < 1_000; at += stepMs) {
    reactions.add(room, '👏');
    vi.advanceTimersByTime(stepMs);
  }
  vi.advanceTimersByTime(reactionsGatheredMs);
  expect(pushed.length).toBeLessThanOrEqual(4);
  expect(pushed.reduce((sum, [, counts]) => sum + (counts['👏'] ?? 0), 0)).toBe(100);
});

test('reactions that another process counted are pushed and not sent back, room by room', () => {
  reactions.add(room, '👏');
  reactions.heard(room, { '👏': 3, '🔥': 1 });
  reactions.heard('r2', { '😢': 1 });
  expect([pushed, received]).toEqual([[], []]);
  vi.advanceTimersByTime(reactionsGatheredMs);
  expect(pushed).toEqual([
    [room, { '👏': 4, '🔥': 1 }],
    ['r2', { '😢': 1 }],
  ]);
  expect(received).toEqual([[room, { '👏': 1 }]]);
});

test('no reactions are pushed after the end', () => {
  reactions.add(room, '👏');
  reactions.stop();
  vi.advanceTimersByTime(reactionsGatheredMs);
  expect([pushed, received]).toEqual([[], []]);
});
