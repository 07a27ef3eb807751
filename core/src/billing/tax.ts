import type { Minor } from '../kernel/money.ts';

/** A whole, in basis points: 19 % are 1,900 of 10,000. */
const whole = 10_000;

/**
 * The sales tax that an amount contains, rounded half up once: 1,190 at 19 % contain 190. Tax is never added to what a
 * buyer pays. In whole numbers without a fraction on the way, so that no amount is a cent off.
 */
export function containedTax(amount: Minor, rateBp: number): Minor {
  const divisor = BigInt(whole + rateBp);
  return Number((2n * BigInt(amount) * BigInt(rateBp) + divisor) / (2n * divisor));
}

/**
 * The tax of the next partial refund, after `before` was already refunded. Taken from the sums, so that the parts
 * contain together what the whole contained.
 */
export const taxGivenBack = (part: Minor, before: Minor, rateBp: number): Minor =>
  containedTax(before + part, rateBp) - containedTax(before, rateBp);

/** The country whose tax rate holds: that of the buyer's billing address, else the host's, else none. */
export const taxCountry = (buyer: string | undefined, host: string | undefined): string | undefined => buyer ?? host;
