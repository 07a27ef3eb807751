import { expect, test } from 'vitest';
import { minutes } from '../kernel/instant.ts';
import { type PushedEvent, type PushKind, pushKinds, stillPushes } from './push.ts';

const start = 1_800_000_000_000;
const upcoming: PushedEvent = {
  state: 0,
  cancelled: false,
  startsAt: start,
  holdsTicket: true,
  hasOffer: true,
  handIsUp: true,
  isFull: true,
  encoderIsLost: true,
};
const live: PushedEvent = { ...upcoming, state: 1 };
const kindsFor = (event: PushedEvent, now: number): PushKind[] =>
  pushKinds.filter((kind) => stillPushes(kind, event, now));

test('a notification is sent only if it is true at the moment of sending', () => {
  expect(kindsFor(upcoming, start - minutes(15))).toEqual(['starts_soon', 'seat_opened', 'sold_out']);
  expect(kindsFor(upcoming, start - minutes(15) - 1)).toEqual(['seat_opened', 'sold_out']);
  expect(kindsFor(upcoming, start)).toEqual(['seat_opened', 'sold_out']);
  expect(kindsFor(live, start)).toEqual(['live_now', 'you_are_next', 'seat_opened', 'encoder_lost']);
  expect(kindsFor({ ...live, state: 2 }, start)).toEqual([]);
  expect(kindsFor({ ...live, cancelled: true }, start)).toEqual([]);
  const other = { holdsTicket: false, hasOffer: false, handIsUp: false, isFull: false, encoderIsLost: false };
  expect(kindsFor({ ...upcoming, ...other }, start - 1)).toEqual([]);
  expect(kindsFor({ ...live, ...other }, start)).toEqual([]);
});
