import { describe, expect, test } from 'vitest';
import { minutes } from '../kernel/instant.ts';
import { startBanner, ticketOffer } from './event-page-offer.ts';

const startsAt = Date.UTC(2026, 4, 1, 20);
const upcoming = {
  state: 'upcoming',
  cancelled: false,
  unpublished: false,
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
    ['a visitor takes a free ticket', { ...upcoming, price: 0 }, 'visitor', 'free'],
    ['a visitor buys the last seat', { ...upcoming, free: 1 }, 'visitor', 'buy'],
    ['the event is sold out', { ...upcoming, free: 0 }, 'visitor', 'soldOut'],
    ['the creator is offered nothing', upcoming, 'owner', 'own'],
    ['a ticket holder sees the seat', { ...upcoming, free: 0 }, 'buyer', 'seat'],
    [
      'the event is for token holders without open ticketing',
      { ...upcoming, openTicketing: false },
      'visitor',
      'gated',
    ],
    ['sales are closed while live without open ticketing', { ...live, openTicketing: false }, 'visitor', 'closed'],
    ['the event is unpublished', { ...upcoming, unpublished: true }, 'visitor', 'unpublished'],
    ['a ticket of an unpublished event stays valid', { ...upcoming, unpublished: true }, 'buyer', 'seat'],
    ['the event is over', finished, 'visitor', 'finished'],
    ['the event is over for a ticket holder', finished, 'buyer', 'finished'],
    ['the event is cancelled', cancelled, 'visitor', 'cancelled'],
    ['the event is cancelled for a ticket holder', cancelled, 'buyer', 'cancelled'],
    ['the creator keeps the numbers of a cancelled event', cancelled, 'owner', 'own'],
  ] as const)('%s', (_what, event, viewpoint, offer) => expect(ticketOffer(event, viewpoint)).toBe(offer));
});

describe('the start banner', () => {
  test('the start banner shows to a buyer and the creator until the event is over', () => {
    expect(startBanner(upcoming, 'visitor', startsAt)).toBeUndefined();
    expect(startBanner(finished, 'owner', startsAt)).toBeUndefined();
    expect(startBanner(cancelled, 'buyer', startsAt)).toBeUndefined();
  });

  test.each([
    [-minutes(15) - 1, 'begins', false],
    [-minutes(15), 'begins', true],
    [-1, 'begins', true],
    [0, 'late', true],
  ] as const)('the start banner at %i ms from the start says %s, with doors open: %s', (offset, kind, doors) => {
    expect(startBanner(upcoming, 'owner', startsAt + offset)).toEqual({ kind, doors, at: startsAt, button: 'start' });
    expect(startBanner(upcoming, 'buyer', startsAt + offset)).toMatchObject({ kind, button: 'view' });
  });

  test('the start banner of a live event shows when it went live', () => {
    expect(startBanner(live, 'buyer', startsAt)).toEqual({
      kind: 'began',
      at: startsAt - minutes(3),
      button: 'view',
      doors: true,
    });
  });
});
