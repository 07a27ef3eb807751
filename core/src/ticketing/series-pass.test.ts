import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PassDate, passOfferRefusal, passPrices, passShares, passStatus, passTotal } from './series-pass.ts';

const date = (listed: number, more: Partial<PassDate> = {}): PassDate => ({
  listed,
  minFeeMinor: 50,
  feeBp: 500,
  currency: 'EUR',
  onSale: true,
  ...more,
});

const offers = fc
  .array(fc.integer({ min: 1, max: 50_000_000 }), {
    minLength: 2,
    maxLength: 52,
  })
  .chain((listed) =>
    fc.record({
      listed: fc.constant(listed),
      price: fc.integer({ min: 1, max: listed.reduce((a, b) => a + b, 0) }),
    }),
  );

describe('the shares of a pass', () => {
  test('the shares of a pass add up to its price, never exceed a ticket’s, and are within a minor unit of exact', () => {
    fc.assert(
      fc.property(offers, ({ listed, price }) => {
        const shares = passShares(price, listed);
        const sum = listed.reduce((all, one) => all + one, 0);
        expect(shares.reduce((all, one) => all + one, 0)).toBe(price);
        shares.forEach((share, index) => {
          expect(Number.isSafeInteger(share)).toBe(true);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(listed[index]!);
          const off = BigInt(share) * BigInt(sum) - BigInt(price) * BigInt(listed[index]!);
          expect(off < BigInt(sum) && -off < BigInt(sum)).toBe(true);
        });
      }),
    );
  });

  test('the shares of a pass are nothing where every date became free', () => {
    expect(passShares(2500, [0, 0])).toEqual([0, 0]);
  });

  test('the shares of dates at one price are equal, and the remainder goes to the first ones', () => {
    expect(passShares(1000, [500, 500, 500])).toEqual([334, 333, 333]);
    expect(passShares(2500, [1000, 2000])).toEqual([833, 1667]);
  });
});

test('each date has the fee of its share, and the buyer pays the sum', () => {
  const prices = passPrices(2500, [date(1000), date(2000)]);
  expect(prices).toEqual([
    { listed: 1000, discount: 167, fee: 92, total: 925 },
    { listed: 2000, discount: 333, fee: 133, total: 1800 },
  ]);
  expect(passTotal(prices)).toEqual({
    listed: 3000,
    discount: 500,
    fee: 225,
    total: 2725,
  });
});

test('a pass is offered for two or more dates on sale for money in one currency, at a price in between', () => {
  const dates = [date(1000), date(2000)];
  expect(passOfferRefusal(2500, dates)).toBeUndefined();
  expect([passOfferRefusal(1000, dates), passOfferRefusal(3000, dates)]).toEqual([undefined, undefined]);
  for (const price of [999, 3001, -1, Number.NaN, 1500.5])
    expect(passOfferRefusal(price, dates)).toBe('pass_price_range');
  expect(passOfferRefusal(1, [date(1), date(1)])).toBe('pass_price_range');
  expect(passOfferRefusal(1000, [date(1000)])).toBe('pass_too_few_dates');
  for (const odd of [date(0), date(1000, { currency: 'CHF' }), date(1000, { onSale: false })])
    expect(passOfferRefusal(1000, [date(1000), odd])).toBe('pass_dates_differ');
});

test('a pass is held while every seat is, paid while any date is, and otherwise what its dates became', () => {
  expect(passStatus(['pending', 'pending'])).toBe('pending');
  expect(passStatus(['refunded', 'paid', 'expired'])).toBe('paid');
  expect(passStatus(['pending', 'expired'])).toBe('expired');
  expect(passStatus(['refunded', 'refunding'])).toBe('refunding');
  expect(passStatus(['cancelled', 'cancelled'])).toBe('cancelled');
});
