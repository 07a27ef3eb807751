import { expect, test } from 'vitest';
import { type DayNumbers, moneyOf, totalsOf } from './totals.ts';

const day = (given: Partial<DayNumbers>): DayNumbers => ({
  day: '2026-05-01',
  currency: 'EUR',
  sold: 0,
  returned: 0,
  priceMinor: 0,
  feeMinor: 0,
  refundedPriceMinor: 0,
  refundedFeeMinor: 0,
  reviews: 0,
  stars: 0,
  shows: 0,
  expected: 0,
  came: 0,
  viewersPeak: 0,
  viewerMinutes: 0,
  minutes: 0,
  turns: 0,
  messages: 0,
  ...given,
});

test('an empty total has no rate without visitors, and no stars without reviews', () => {
  expect(totalsOf([], [])).toMatchObject({
    conversion: null,
    starsAverage: null,
    viewersAverage: 0,
    watchMinutesAverage: 0,
    noShows: 0,
  });
  expect(moneyOf([])).toEqual([]);
});

test('days are added up, and the peak is the highest of them', () => {
  const numbers = [
    day({ sold: 3, expected: 3, came: 2, viewersPeak: 2, viewerMinutes: 90, minutes: 60, reviews: 1, stars: 5 }),
    day({ sold: 1, expected: 5, came: 4, viewersPeak: 7, viewerMinutes: 120, minutes: 30, reviews: 2, stars: 8 }),
  ];
  const views = [{ day: '2026-05-01', views: 90, visitors: 60, checkouts: 6 }];
  expect(totalsOf(numbers, views)).toMatchObject({
    sold: 4,
    conversion: 6.7,
    expected: 8,
    came: 6,
    noShows: 2,
    viewersPeak: 7,
    viewersAverage: 2.3,
    watchMinutesAverage: 35,
    starsAverage: 4.33,
  });
});

test('money is added up by currency, without refunds', () => {
  const numbers = [
    day({ priceMinor: 1000, feeMinor: 50 }),
    day({ priceMinor: 500, feeMinor: 50, refundedPriceMinor: 300, refundedFeeMinor: 50 }),
    day({ currency: 'BHD', priceMinor: 1500 }),
  ];
  expect(moneyOf(numbers)).toEqual([
    { currency: 'BHD', revenueMinor: 1500, feeMinor: 0, refundedMinor: 0 },
    { currency: 'EUR', revenueMinor: 1200, feeMinor: 50, refundedMinor: 300 },
  ]);
});
