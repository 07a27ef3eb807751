import type { Kind } from '../events/live-event-machine.ts';
import {
  currencyOf,
  fromDecimal,
  isCurrency,
  hasDigitsOf,
  minorOf,
  type Currency,
  type Minor,
} from '../kernel/money.ts';
import type { FeeTerms } from '../ticketing/ticket-price.ts';
import { refuse } from '../refuse.ts';

/** A ticket type record, with the limits of the person asking. Fees and prices are those of the currency. */
export interface TicketType {
  readonly id: number;
  readonly kind: Kind;
  /** Given to token holders, not sold. */
  readonly rally: boolean;
  readonly priced: boolean;
  readonly seatsMax: number;
}

/** What an event must say to find its ticket type. */
export interface TicketWish {
  readonly kind: Kind;
  readonly openTicketing: boolean;
  /** Whole units of the currency. */
  readonly price: number;
}

/**
 * The publish flow's rule: same kind, rally when open ticketing is off, and when it is on, priced exactly when the
 * price is above 0. Looked up again on every change.
 */
export function matchTicketType(types: readonly TicketType[], wish: TicketWish): TicketType | undefined {
  return types.find(
    (type) =>
      type.kind === wish.kind &&
      type.rally === !wish.openTicketing &&
      (!wish.openTicketing || type.priced === wish.price > 0),
  );
}

/** On which terms tickets are sold in a currency. */
export interface SellingTerms extends FeeTerms {
  readonly currency: Currency;
  /** The lowest and highest price of a ticket that is not free, in whole units. */
  readonly priceMin: number;
  readonly priceMax: number;
  /** The least that is paid out, in whole units: a bank's fee would eat less. */
  readonly payoutMin: number;
}

const feeBp = 500;

interface Row {
  readonly priceMin: number;
  readonly priceMax: number;
  /** In the decimals of the currency. */
  readonly minFee: number;
  readonly payoutMin: number;
}

/**
 * The minimum fee is never below the least that Stripe charges in the currency (0.50 EUR, 0.50 USD, 0.30 GBP, 0.50 CHF,
 * 50 JPY), so that no price and no promo code leads to a payment that Stripe refuses.
 */
const rows: Readonly<Record<string, Row>> = {
  EUR: { priceMin: 1, priceMax: 500, minFee: 0.5, payoutMin: 1 },
  USD: { priceMin: 1, priceMax: 500, minFee: 0.5, payoutMin: 1 },
  GBP: { priceMin: 1, priceMax: 450, minFee: 0.45, payoutMin: 1 },
  CHF: { priceMin: 1, priceMax: 500, minFee: 0.5, payoutMin: 1 },
  JPY: { priceMin: 100, priceMax: 80_000, minFee: 80, payoutMin: 100 },
};

/** What hosts may sell in; the first one is the default. */
export const sellingTerms: readonly SellingTerms[] = Object.entries(rows).map(([code, { minFee, ...row }]) => {
  const currency = currencyOf(code);
  return { ...row, currency, minFeeMinor: fromDecimal(minFee, currency.digits), feeBp };
});

/** Codes of the currencies, in the same order. */
export const sellingCodes: readonly string[] = sellingTerms.map(({ currency }) => currency.code);

/** The highest price in whole units of any currency: what a schema can say before the currency is known. */
export const anyPriceMax = Math.max(...sellingTerms.map(({ priceMax }) => priceMax));

/** The terms of a currency that may be sold in; undefined for any other. */
export const findTerms = (code: string): SellingTerms | undefined =>
  isCurrency(code) ? sellingTerms.find(({ currency }) => currency.code === code) : undefined;

/** The same for a currency that was checked before; throws on any other. */
export function termsOf(code: string): SellingTerms {
  const terms = findTerms(code);
  if (!terms) throw new RangeError(`nothing is sold in ${code}`);
  return terms;
}

/** An amount that somebody typed, in minor units. Throws `bad_input` where it has more digits than its currency. */
export function typedAmount(amount: number, currency: Currency, field: string): Minor {
  if (hasDigitsOf(amount, currency)) return minorOf(amount, currency);
  const { code, digits } = currency;
  const detail =
    digits === 0 ? `Amounts in ${code} have no decimals.` : `Amounts in ${code} have at most ${digits} decimals.`;
  throw refuse('bad_input', { detail }, { field });
}
