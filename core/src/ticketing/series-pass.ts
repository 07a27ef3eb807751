import type { Minor } from '../kernel/money.ts';
import type { RefusalCode } from '../refuse.ts';
import type { OrderStatus } from './machines.ts';
import { type FeeTerms, ticketPrice, type TicketPrice } from './ticket-price.ts';

/** A pass is for at least this many dates. */
export const passDatesMin = 2;

/**
 * The price of a pass, shared out to its dates by their listed prices: what is left after rounding down goes, one minor
 * unit each, to the dates that lost most by it, the earlier of two first. The shares add up to the price, and none is
 * more than its date's listed price while the pass costs no more than all of them. Of dates that all became free, none
 * has a share.
 */
export function passShares(price: Minor, listed: readonly Minor[]): Minor[] {
  const sum = BigInt(listed.reduce((all, one) => all + one, 0));
  if (sum === 0n) return listed.map(() => 0);
  const exact = listed.map((one) => BigInt(price) * BigInt(one));
  const shares = exact.map((one) => Number(one / sum));
  const left = price - shares.reduce((all, one) => all + one, 0);
  const lost = exact.map((one, index) => ({ index, rest: one % sum }));
  lost.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  for (const { index } of lost.slice(0, left)) shares[index]! += 1;
  return shares;
}

/** What of a date its ticket in a pass depends on. */
export interface PassTerms extends FeeTerms {
  readonly listed: Minor;
}

/** What each date's ticket costs as part of a pass: its share, and the fee that a ticket of this price has. */
export const passPrices = (price: Minor, dates: readonly PassTerms[]): TicketPrice[] => {
  const shares = passShares(
    price,
    dates.map(({ listed }) => listed),
  );
  return dates.map((date, index) => {
    const { fee, total } = ticketPrice(shares[index]!, date);
    return {
      listed: date.listed,
      discount: date.listed - shares[index]!,
      fee,
      total,
    };
  });
};

/** All of them together, as the buyer pays them. */
export const passTotal = (prices: readonly TicketPrice[]): TicketPrice =>
  prices.reduce((all, one) => ({
    listed: all.listed + one.listed,
    discount: all.discount + one.discount,
    fee: all.fee + one.fee,
    total: all.total + one.total,
  }));

/** A date that is to come, as a host offers a pass for it. */
export interface PassDate extends PassTerms {
  readonly currency: string;
  /** Anyone may buy a ticket of it now. */
  readonly onSale: boolean;
}

/** A pass costs at least as much as the cheapest date, and no more than all dates. */
export const passPriceRange = (dates: readonly PassDate[]): { readonly from: Minor; readonly to: Minor } => ({
  from: Math.min(...dates.map(({ listed }) => listed)),
  to: dates.reduce((all, { listed }) => all + listed, 0),
});

/** Why a host cannot offer a pass for these dates; undefined where it can be offered at some price. */
export function passDatesRefusal(dates: readonly PassDate[]): RefusalCode | undefined {
  if (dates.length < passDatesMin) return 'pass_too_few_dates';
  const [first] = dates;
  const fits = dates.every((date) => date.onSale && date.listed > 0 && date.currency === first?.currency);
  return fits ? undefined : 'pass_dates_differ';
}

/** Why these dates cannot be offered at this price. */
export function passOfferRefusal(price: Minor, dates: readonly PassDate[]): RefusalCode | undefined {
  const refusal = passDatesRefusal(dates);
  if (refusal) return refusal;
  const { from, to } = passPriceRange(dates);
  const isInRange = Number.isSafeInteger(price) && price >= from && price <= to;
  if (!isInRange) return 'pass_price_range';
  const smallest = Math.min(
    ...passShares(
      price,
      dates.map(({ listed }) => listed),
    ),
  );
  return smallest > 0 ? undefined : 'pass_price_range';
}

/** Of a pass whose orders are in several states, the first of these counts. */
const statusesInOrder = ['paid', 'pending', 'expired', 'refunding', 'disputed', 'charged_back', 'refunded'] as const;

/** The status of a pass as a whole, from those of its orders. It is held only while every seat is. */
export function passStatus(orders: readonly OrderStatus[]): OrderStatus {
  const isHeld = orders.every((status) => status === 'pending');
  return statusesInOrder.find((status) => orders.includes(status) && (status !== 'pending' || isHeld)) ?? 'cancelled';
}

/** What `hold_missing_dates` answers; see the stored function. */
export type HoldPassVerdict =
  | 'held'
  | 'release_first'
  | 'payment_open'
  | 'date_open'
  | 'terms_changed'
  | 'pass_not_on_sale'
  | 'pass_date_held'
  | 'pass_date_offered'
  | 'own_event'
  | 'pass_sold_out';

/** What `pay_pass` answers; see the stored function. */
export type PayPassVerdict = 'begun' | 'hold_expired' | 'payment_open' | 'too_many_attempts' | 'paid';

/** What `settle_pass` answers; see the stored function. */
export type SettlePassVerdict =
  | 'paid'
  | 'already'
  | 'refunding'
  | 'mismatch'
  | 'requires_action'
  | 'processing'
  | 'failed'
  | 'canceled';
