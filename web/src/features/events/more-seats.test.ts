import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { expect, test } from 'vitest';
import { isBeyond } from '#web/shared/ui/amount-field.ts';
import { mayAddSeats, seatsMaxOf } from './more-seats.ts';

const interactive = (total: number) => ({ event_state: 0, event_num_attendees: total, ticket: {} }) as WireEvent;
const broadcast = (total: number) => ({ event_state: 0, event_num_attendees_streaming: total }) as WireEvent;

test.each([
  ['an interactive event', interactive(40), 49, 9],
  ['a broadcast', broadcast(99_990), 100_000, 10],
])('%s takes seats up to its maximum, and one more is beyond it', (_kind, event, max, left) => {
  expect(seatsMaxOf(event)).toBe(max);
  const before = max - left;
  expect([before + left, before + left + 1].map((total) => isBeyond(total, seatsMaxOf(event)))).toEqual([false, true]);
});

test('seats can be added until an event has its maximum', () => {
  expect([interactive(48), interactive(49), broadcast(99_999), broadcast(100_000)].map(mayAddSeats)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
