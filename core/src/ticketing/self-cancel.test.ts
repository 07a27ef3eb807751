import { expect, test } from 'vitest';
import { hours } from '../kernel/instant.ts';
import { selfCancelParts, type SelfCancelQuestion, selfCancelRefusal, selfCancelUntil } from './self-cancel.ts';

const startsAt = 1_000_000_000;
const policy = { hours: 24, percent: undefined };
const refusal = (more: Partial<SelfCancelQuestion>) =>
  selfCancelRefusal({ now: 0, startsAt, cancelled: false, started: false, policy, ...more });

test('a holder may cancel until exactly so many hours before the start, and never without the policy', () => {
  const last = startsAt - hours(24);
  expect(selfCancelUntil(startsAt, policy)).toBe(last);
  expect(refusal({ now: last })).toBeUndefined();
  expect(refusal({ now: last + 1 })).toBe('self_cancel_over');
  expect(refusal({ policy: undefined })).toBe('self_cancel_off');
  expect(refusal({ started: true })).toBe('self_cancel_over');
  expect(refusal({ cancelled: true })).toBe('event_cancelled');
});

const paid = { priceMinor: 1205, feeMinor: 110, refundedPriceMinor: 0, refundedFeeMinor: 0 };

test('a full policy refunds price and fee, and a percentage refunds that part of the price and no fee', () => {
  expect(selfCancelParts(paid, policy)).toEqual({ price: 1205, fee: 110 });
  expect(selfCancelParts(paid, { hours: 1, percent: 100 })).toEqual({ price: 1205, fee: 0 });
  expect(selfCancelParts(paid, { hours: 1, percent: 50 })).toEqual({ price: 603, fee: 0 });
  expect(selfCancelParts({ ...paid, priceMinor: 0, feeMinor: 0 }, { hours: 1, percent: 50 })).toEqual({
    price: 0,
    fee: 0,
  });
});

test('no more is refunded than is left after a partial refund', () => {
  const partly = { ...paid, refundedPriceMinor: 1000, refundedFeeMinor: 110 };
  expect(selfCancelParts(partly, policy)).toEqual({ price: 205, fee: 0 });
  expect(selfCancelParts(partly, { hours: 1, percent: 50 })).toEqual({ price: 205, fee: 0 });
});

test('the percent of every price is rounded half up and never exceeds the price', () => {
  const wrong: number[][] = [];
  for (let priceMinor = 0; priceMinor <= 400; priceMinor++)
    for (let percent = 1; percent <= 100; percent++) {
      const { price } = selfCancelParts({ ...paid, priceMinor }, { hours: 1, percent });
      const hundredths = priceMinor * percent;
      const expected = Math.trunc(hundredths / 100) + (hundredths % 100 >= 50 ? 1 : 0);
      if (price !== expected || price > priceMinor) wrong.push([priceMinor, percent, price]);
    }
  expect(wrong).toEqual([]);
});
