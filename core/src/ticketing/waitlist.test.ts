import { describe, expect, test } from 'vitest';
import { minutes } from '../kernel/instant.ts';
import { refusals } from '../refuse.ts';
import { joinRefusal, offerEndsAt, waitlistIsOpen, waitlistMachine } from './waitlist.ts';

const start = Date.UTC(2026, 10, 22, 18, 30);

describe('a place on a waitlist', () => {
  test('a place on a waitlist is left while it waits or has an offer, and never after', () => {
    expect(waitlistMachine.from('leave')).toEqual(['waiting', 'offered']);
    expect(waitlistMachine.from('close')).toEqual(['waiting', 'offered']);
  });

  test('a place on a waitlist is bought with its offer, or with money that came after it', () => {
    expect(waitlistMachine.from('buy')).toEqual(['offered']);
    expect(waitlistMachine.next('lapsed', 'buy_late')).toBe('bought');
    const { bought, left, ended } = waitlistMachine.table;
    expect([bought, left, ended]).toEqual([{}, {}, {}]);
  });
});

describe('an offer', () => {
  test('an offer lasts 15 minutes, or until 10 minutes before the start', () => {
    expect(offerEndsAt(start - minutes(60), start)).toBe(start - minutes(45));
    expect(offerEndsAt(start - minutes(25), start)).toBe(start - minutes(10));
    expect(offerEndsAt(start - minutes(24), start)).toBe(start - minutes(10));
  });
});

describe('a waitlist', () => {
  const soldOut = { state: 'upcoming', cancelled: false, openTicketing: true, free: 0, startsAt: start } as const;
  const early = start - minutes(10) - 1;

  test('a waitlist is open while the event is sold out, until 10 minutes before its start', () => {
    expect(waitlistIsOpen(soldOut, early)).toBe(true);
    expect(waitlistIsOpen(soldOut, early + 1)).toBe(false);
  });

  test('a waitlist is open for token holders until their event is live', () => {
    const gated = { ...soldOut, openTicketing: false };
    expect(waitlistIsOpen(gated, start + minutes(5))).toBe(true);
    expect(waitlistIsOpen({ ...gated, state: 'live' }, early)).toBe(false);
  });

  test('a waitlist is closed while seats are left, and when the event is live, over or cancelled', () => {
    const others = [{ free: 1 }, { state: 'live' }, { state: 'finished' }, { cancelled: true }] as const;
    expect(others.filter((other) => waitlistIsOpen({ ...soldOut, ...other }, early))).toEqual([]);
  });
});

test('a verdict that gives no place is called like its refusal', () => {
  for (const verdict of ['joined', 'waits', 'waits_elsewhere', 'address_has_ticket'] as const)
    expect(joinRefusal(verdict)).toBeUndefined();
  for (const verdict of [
    'seats_left',
    'waitlist_closed',
    'own_event',
    'seat_held',
    'too_many_waiting',
    'waitlist_needs_proof',
  ] as const) {
    expect(joinRefusal(verdict)).toBe(verdict);
    expect(refusals).toHaveProperty(verdict);
  }
});
