import { expect, test } from 'vitest';
import { ticketPrice } from '../ticketing/ticket-price.ts';
import { containedTax, taxGivenBack } from './tax.ts';

test.each([
  [1190, 1900, 190],
  [1000, 0, 0],
  [0, 1900, 0],
  [1, 1900, 0],
  // 3 at 20 % contain exactly half a cent.
  [3, 2000, 1],
  [500, 10_000, 250],
  // JPY 1,100 at 10 %, and BHD 11.000 at 10 %.
  [1100, 1000, 100],
  [11_000, 1000, 1000],
])('%i at %i basis points contain %i', (amount, rate, tax) => {
  expect(containedTax(amount, rate)).toBe(tax);
});

/** The same numbers in every run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  while (true) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}
const next = numbers(29);
const upTo = (max: number): number => next.next().value % (max + 1);

/** Prices as people ask them in currencies of no, two and three digits. */
const largest = { JPY: 100_000, EUR: 50_000, BHD: 200_000 } as const;

test.each(Object.entries(largest))(
  '%s: 10,000 carts, and parts of refunds, add up to the last digit',
  (_code, most) => {
    const wrong: object[] = [];
    for (let cart = 0; cart < 10_000; cart++) {
      const rate = upTo(3000);
      const price = ticketPrice(upTo(most), { minFeeMinor: upTo(most / 100), feeBp: upTo(1000) }, upTo(100));
      const sold = price.listed - price.discount;
      for (const part of [sold, price.fee]) {
        const tax = containedTax(part, rate);
        // Rounded half up: less than half a unit off, or exactly half above.
        const off = 2 * (tax * (10_000 + rate) - part * rate);
        const isNearest = off > -(10_000 + rate) && off <= 10_000 + rate;
        if (!isNearest || !partsContain(part, tax, rate)) wrong.push({ part, rate, tax });
      }
      if (sold + price.fee !== price.total) wrong.push(price);
    }
    expect(wrong).toEqual([]);
  },
);

/** Whether parts of any size, given back until nothing is left, contain what the whole did and never less than 0. */
function partsContain(whole: number, tax: number, rate: number): boolean {
  let before = 0;
  let back = 0;
  while (before < whole) {
    const part = 1 + upTo(whole - before - 1);
    const its = taxGivenBack(part, before, rate);
    if (its < 0 || its > part) return false;
    back += its;
    before += part;
  }
  return back === tax;
}
