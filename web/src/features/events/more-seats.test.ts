import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { expect, test } from 'vitest';
import { isTooMany, mayAddSeats, seatsMaxOf, wereChanged } from './more-seats.ts';

const interactive = (total: number) => ({ event_state: 0, event_num_attendees: total, ticket: {} }) as WireEvent;
const broadcast = (total: number) => ({ event_state: 0, event_num_attendees_streaming: total }) as WireEvent;

test.each([
  ['an interactive event', interactive(40), 40, 9, 49],
  ['a broadcast', broadcast(99_990), 99_990, 10, 100_000],
])('%s takes seats up to its maximum, and one more is too many', (_kind, event, before, left, max) => {
  expect(seatsMaxOf(event)).toBe(max);
  expect([left, left + 1].map((added) => isTooMany(event, before, added))).toEqual([false, true]);
});

test('seats are not lowered to what a page of before knew', () => {
  expect(wereChanged(interactive(20), 20, 5)).toBe(false);
  // The answer was lost, and it is asked again.
  expect(wereChanged(interactive(25), 20, 5)).toBe(false);
  expect([22, 40, 10].map((total) => wereChanged(interactive(total), 20, 5))).toEqual([true, true, true]);
});

test('seats can be added until an event has its maximum', () => {
  expect([interactive(48), interactive(49), broadcast(99_999), broadcast(100_000)].map(mayAddSeats)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
