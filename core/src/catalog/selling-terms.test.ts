import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultCurrency, minorOf } from '../kernel/money.ts';
import { ticketPrice } from '../ticketing/ticket-price.ts';
import { findTerms, sellingTerms, termsOf } from './selling-terms.ts';

/**
 * The least that Stripe charges, in minor units:
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const stripeMinimum: Readonly<Record<string, number>> = { EUR: 50, USD: 50, GBP: 30, CHF: 50, JPY: 50 };

test('hosts are offered euros first, and each currency once', () => {
  expect(sellingTerms.map(({ currency }) => currency.code)).toEqual(['EUR', 'USD', 'GBP', 'CHF', 'JPY']);
  expect(sellingTerms[0]?.currency.code).toBe(defaultCurrency);
  expect(termsOf('JPY')).toMatchObject({ minFeeMinor: 80, feeBp: 500, priceMin: 100, priceMax: 80_000 });
  expect(termsOf('GBP')).toMatchObject({ minFeeMinor: 45, priceMax: 450 });
});

test('there are no terms for any other currency', () => {
  for (const code of ['SEK', 'eur', 'constructor']) expect(findTerms(code)).toBeUndefined();
  expect(() => termsOf('SEK')).toThrow(RangeError);
});

test.each(sellingTerms)('in $currency.code no price and no promo code leads to less than Stripe charges', (terms) => {
  const least = stripeMinimum[terms.currency.code]!;
  fc.assert(
    fc.property(
      fc.integer({ min: terms.priceMin, max: terms.priceMax }),
      fc.integer({ min: 0, max: 100 }),
      (price, percent) => {
        const { total } = ticketPrice(minorOf(price, terms.currency), terms, percent);
        return total === 0 || total >= least;
      },
    ),
  );
});
