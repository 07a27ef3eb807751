import { expect, test } from 'vitest';
import { containedTax, taxGivenBack } from '../billing/tax.ts';
import { currencyNamed, fromDecimal, type Minor, toDecimal } from '../kernel/money.ts';
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
  const { digits } = currencyNamed(currencies[draw(0, currencies.length - 1)]!);
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

/** The names of the rules that a cart breaks. */
function brokenBy(cart: Cart, draw: ReturnType<typeof drawing>): string[] {
  const its = ticketPrice(cart.listed, cart.terms, cart.discountPercent);
  const price = its.listed - its.discount;
  const priceTax = containedTax(price, cart.hostTaxBp);
  const feeTax = containedTax(its.fee, cart.feeTaxBp);
  const amounts = [its.discount, price, its.fee, its.total, priceTax, feeTax];

  // Refunds in parts give back what was paid, and the tax that was in it.
  let [before, taxBack] = [0, 0];
  for (const part of inParts(price, draw)) {
    taxBack += taxGivenBack(part, before, cart.hostTaxBp);
    before += part;
  }
  // A percentage of the price is refunded to the holder; the rest is refunded when the event is cancelled after all.
  const paid = { priceMinor: price, feeMinor: its.fee, refundedPriceMinor: 0, refundedFeeMinor: 0 };
  const part = selfCancelParts(paid, { hours: 24, percent: cart.percent });
  const rest = selfCancelParts({ ...paid, refundedPriceMinor: part.price }, { hours: 24, percent: undefined });

  const rules = {
    'amounts are whole and not negative': amounts.every((each) => Number.isSafeInteger(each) && each >= 0),
    'price and fee are the total': price + its.fee === its.total,
    'nothing is charged for a free seat': price > 0 || its.total === 0,
    'a half is rounded up': its.discount === Math.round((its.listed * cart.discountPercent) / 100),
    'an amount of the wire comes back as it was': amounts.every(
      (each) => fromDecimal(toDecimal(each, cart.digits), cart.digits) === each,
    ),
    'tax is contained': priceTax <= price && feeTax <= its.fee,
    'refunds in parts give back the price': before === price,
    'refunds in parts give back its tax': taxBack === priceTax,
    'a percent is of the price only': part.fee === 0 && part.price <= price,
    'what is left is the rest': part.price + rest.price + rest.fee === its.total,
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${rule}: ${JSON.stringify(cart)}`]));
}

test(`the parts of ${carts} random carts add up to the last minor unit`, () => {
  const draw = drawing(29);
  const broken: string[] = [];
  for (let n = 0; n < carts; n++) broken.push(...brokenBy(drawCart(draw), draw));
  expect(broken.slice(0, 3)).toEqual([]);
});
