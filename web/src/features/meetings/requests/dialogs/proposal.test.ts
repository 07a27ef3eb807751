import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { expect, it } from 'vitest';
import { localDay, localTime } from '../local-time.ts';
import { proposalOf } from './proposal.ts';

const startsAt = Date.UTC(2026, 10, 25, 18);
const request = { starts_at: startsAt, minutes: 30, price: 20, currency_code: 'EUR' };
const draft = {
  day: localDay(startsAt),
  time: localTime(startsAt),
  minutes: 30,
  price: 20 as number | string,
} as const;

it('a proposal has the time, the length and the price that were typed', () => {
  const later = startsAt + hours(1) + minutes(15);
  const typed = { day: localDay(later), time: localTime(later), minutes: 45, price: '12.50' } as const;
  expect(proposalOf(typed, request)).toEqual({ terms: { starts_at: later, minutes: 45, price: 12.5 } });
});

it('a proposal without a change, a time or a price is refused', () => {
  expect(proposalOf(draft, request)).toEqual({ problem: 'nothing' });
  expect(proposalOf({ ...draft, day: '' }, request)).toEqual({ problem: 'noTime' });
  expect(proposalOf({ ...draft, price: '.' }, request)).toEqual({ problem: 'noPrice' });
});

it('a price up to the maximum of its currency is proposed, and a higher one is refused, not lowered', () => {
  expect(proposalOf({ ...draft, price: 500 }, request)).toMatchObject({ terms: { price: 500 } });
  expect(proposalOf({ ...draft, price: '500.01' }, request)).toEqual({ problem: 'priceBeyond' });
});
