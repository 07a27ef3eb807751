import { expect, test } from 'vitest';
import { Refusal } from '../kernel/refusal.ts';
import { addCounts, reactionEmoji, requireMayReact } from './reactions.ts';

const room = { closed: false, takenDown: false, isMeeting: false, reactionsEnabled: true } as const;
const viewer = { isHost: false, isBanned: false, isPresent: true, timedOutMs: 0 };
const said = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof Refusal ? error.code : error;
  }
};

test('only people in an open room react, with known emoji, unless they are blocked, timed out or reactions are off', () => {
  expect(said(() => requireMayReact(room, { ...viewer, isPresent: false }, '👏'))).toBe('not_in_room');
  expect(said(() => requireMayReact(room, { ...viewer, isBanned: true }, '👏'))).toBe('banned');
  expect(said(() => requireMayReact(room, { ...viewer, timedOutMs: 1 }, '👏'))).toBe('timed_out');
  expect(said(() => requireMayReact({ ...room, isMeeting: true }, viewer, '👏'))).toBe('not_in_meetings');
  for (const isHost of [true, false])
    expect(said(() => requireMayReact({ ...room, reactionsEnabled: false }, { ...viewer, isHost }, '👏'))).toBe(
      'reactions_disabled',
    );
  expect(said(() => requireMayReact({ ...room, closed: true }, viewer, '👏'))).toBe('room_closed');
  expect(said(() => requireMayReact({ ...room, closed: true, takenDown: true }, viewer, '👏'))).toBe('room_taken_down');
  for (const odd of ['', '👎', '❤', 'constructor', '👏👏'])
    expect([odd, said(() => requireMayReact(room, viewer, odd))]).toEqual([odd, 'reaction_unknown']);
});

test('viewers and the host, who holds no seat, may send each of them', () => {
  for (const emoji of reactionEmoji) {
    expect(requireMayReact(room, viewer, emoji)).toBe(emoji);
    expect(requireMayReact(room, { ...viewer, isHost: true, isPresent: false }, emoji)).toBe(emoji);
  }
});

test('counts are added per emoji, and an unknown emoji is left out', () => {
  expect(addCounts({}, {})).toEqual({});
  expect(addCounts({ '👏': 2, '🔥': 1 }, { '👏': 3, '😢': 1, ...({ x: 9 } as object) })).toEqual({
    '👏': 5,
    '🔥': 1,
    '😢': 1,
  });
});
