import { describe, expect, test } from 'vitest';
import { minutes } from '../kernel/instant.ts';
import { startBanner, ticketOffer } from './event-capabilities.ts';

const startsAt = Date.UTC(2026, 4, 1, 20);
const upcoming = {
  state: 'upcoming',
  cancelled: false,
  openTicketing: true,
  price: 1000,
  free: 3,
  startsAt,
  startedAt: undefined,
} as const;
const live = { ...upcoming, state: 'live', startedAt: startsAt - minutes(3) } as const;
const finished = { ...live, state: 'finished' } as const;
const cancelled = { ...finished, cancelled: true } as const;

describe('the ticket on offer', () => {
  test.each([
    ['a visitor buys while it is upcoming', upcoming, 'visitor', 'buy'],
    ['a visitor buys while it is live', live, 'visitor', 'buy'],
    ['a free one is taken', { ...upcoming, price: 0 }, 'visitor', 'free'],
    ['the last seat is a seat', { ...upcoming, free: 1 }, 'visitor', 'buy'],
    ['sold out', { ...upcoming, free: 0 }, 'visitor', 'soldOut'],
    ['the creator never buys', upcoming, 'owner', 'own'],
    ['who has a ticket has a seat', { ...upcoming, free: 0 }, 'buyer', 'seat'],
    ['token holders only', { ...upcoming, openTicketing: false }, 'visitor', 'gated'],
    ['live without open ticketing sells nothing', { ...live, openTicketing: false }, 'visitor', 'closed'],
    ['over', finished, 'visitor', 'finished'],
    ['over, with a ticket', finished, 'buyer', 'finished'],
    ['cancelled', cancelled, 'visitor', 'cancelled'],
    ['cancelled, with a ticket', cancelled, 'buyer', 'cancelled'],
    ['the creator keeps the numbers, also of what was cancelled', cancelled, 'owner', 'own'],
  ] as const)('%s', (_what, event, viewpoint, offer) => expect(ticketOffer(event, viewpoint)).toBe(offer));
});

describe('the start banner', () => {
  test('is for a buyer or the creator, until it is over', () => {
    expect(startBanner(upcoming, 'visitor', startsAt)).toBeUndefined();
    expect(startBanner(finished, 'owner', startsAt)).toBeUndefined();
    expect(startBanner(cancelled, 'buyer', startsAt)).toBeUndefined();
  });

  test.each([
    [-minutes(15) - 1, 'begins', false],
    [-minutes(15), 'begins', true],
    [-1, 'begins', true],
    [0, 'late', true],
  ] as const)('%i ms from the start: %s, doors open %s', (offset, kind, doors) => {
    expect(startBanner(upcoming, 'owner', startsAt + offset)).toEqual({ kind, doors, at: startsAt, button: 'start' });
    expect(startBanner(upcoming, 'buyer', startsAt + offset)).toMatchObject({ kind, button: 'view' });
  });

  test('a live event began when it went live', () => {
    expect(startBanner(live, 'buyer', startsAt)).toEqual({
      kind: 'began',
      at: startsAt - minutes(3),
      button: 'view',
      doors: true,
    });
  });
});
