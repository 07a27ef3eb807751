import { expect, test } from 'vitest';
import { containedTax, taxGivenBack } from '../billing/contained-tax.ts';
import { currencyOf, fromDecimal, type Minor, toDecimal } from '../kernel/money.ts';
import { selfCancelParts } from '../ticketing/self-cancel.ts';
import { ticketPrice } from '../ticketing/ticket-price.ts';

/** Carts are drawn by a generator with a seed, so that a failure is found again. */
function drawing(seed: number): (min: number, max: number) => number {
  let state = seed;
  return (min, max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return min + (state % (max - min + 1));
  };
}

const carts = 10_000;
const currencies = ['EUR', 'JPY', 'BHD', 'USD'];
const rates = [0, 300, 550, 700, 1_900, 2_500];

interface Cart {
  readonly digits: number;
  readonly listed: Minor;
  readonly terms: { readonly minFeeMinor: Minor; readonly feeBp: number };
  readonly discountPercent: number;
  readonly hostTaxBp: number;
  readonly feeTaxBp: number;
  readonly percent: number;
}

function drawCart(draw: ReturnType<typeof drawing>): Cart {
  const { digits } = currencyOf(currencies[draw(0, currencies.length - 1)]!);
  return {
    digits,
    listed: draw(0, 3) === 0 ? draw(0, 20) : draw(0, 500 * 10 ** digits),
    terms: { minFeeMinor: draw(0, 2 * 10 ** digits), feeBp: draw(0, 2_000) },
    discountPercent: draw(0, 2) === 0 ? draw(1, 100) : 0,
    hostTaxBp: rates[draw(0, rates.length - 1)]!,
    feeTaxBp: rates[draw(0, rates.length - 1)]!,
    percent: draw(1, 100),
  };
}

/** An amount in parts that are asked back one after the other. */
function inParts(amount: Minor, draw: ReturnType<typeof drawing>): Minor[] {
  const parts: Minor[] = [];
  for (let left = amount; left > 0; left -= parts.at(-1)!) parts.push(parts.length < 6 ? draw(1, left) : left);
  return parts;
}

test(`the parts of ${carts} random carts add up to the last minor unit`, () => {
  const draw = drawing(29);
  let refunds = 0;
  for (let n = 0; n < carts; n++) {
    const cart = drawCart(draw);
    const its = ticketPrice(cart.listed, cart.terms, cart.discountPercent);
    const price = its.listed - its.discount;
    const seen = JSON.stringify({ n, cart, its });

    // What the buyer pays is what the host gets and what we get, in whole minor units.
    expect(price + its.fee, seen).toBe(its.total);
    expect(
      [its.discount, price, its.fee, its.total].every((part) => Number.isSafeInteger(part) && part >= 0),
      seen,
    ).toBe(true);
    expect(price === 0 ? its.fee : 0, seen).toBe(0);
    // A half is rounded up; nothing is a whole unit off.
    expect(Math.abs(its.discount - (its.listed * cart.discountPercent) / 100), seen).toBeLessThanOrEqual(0.5);

    // On the wire an amount is a decimal of the currency's digits, and comes back as it was.
    for (const part of [price, its.fee, its.total])
      expect(fromDecimal(toDecimal(part, cart.digits), cart.digits), seen).toBe(part);

    // Tax is contained in price and fee, never more than they are.
    const priceTax = containedTax(price, cart.hostTaxBp);
    const feeTax = containedTax(its.fee, cart.feeTaxBp);
    expect(priceTax <= price && feeTax <= its.fee, seen).toBe(true);

    // Refunds in parts give back what was paid, and the tax that was in it.
    let [before, taxBack] = [0, 0];
    for (const part of inParts(price, draw)) {
      taxBack += taxGivenBack(part, before, cart.hostTaxBp);
      before += part;
      refunds++;
    }
    expect([before, taxBack], seen).toEqual([price, priceTax]);

    // A percent of the price goes back to the holder, the rest stays with the host, the fee with us.
    const paid = { priceMinor: price, feeMinor: its.fee, refundedPriceMinor: 0, refundedFeeMinor: 0 };
    const part = selfCancelParts(paid, { hours: 24, percent: cart.percent });
    const kept = price - part.price;
    expect(part.price >= 0 && kept >= 0 && part.fee === 0, seen).toBe(true);
    const rest = selfCancelParts({ ...paid, refundedPriceMinor: part.price }, { hours: 24, percent: undefined });
    expect([rest.price, rest.fee], seen).toEqual([kept, its.fee]);
    expect(part.price + rest.price + rest.fee, seen).toBe(its.total);
  }
  expect(refunds).toBeGreaterThan(carts);
});
