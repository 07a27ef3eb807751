import type { Minor } from '../kernel/money.ts';

/** Fee terms of an event; each order keeps its own copy. */
export interface FeeTerms {
  /** Minimum ticket fee in minor units. */
  readonly minFeeMinor: Minor;
  /** Percent of the discounted price, in basis points (5 % = 500). */
  readonly feeBp: number;
}

export interface TicketPrice {
  readonly listed: Minor;
  readonly discount: Minor;
  readonly fee: Minor;
  readonly total: Minor;
}

/**
 * What one ticket costs. Fee = minimum + percent of the discounted price, rounded half up once, 0 when the price is 0.
 * The purchase modal and the charge both call this.
 */
export function ticketPrice(listed: Minor, terms: FeeTerms, discountPercent = 0): TicketPrice {
  const discount = Math.floor((listed * discountPercent + 50) / 100);
  const price = listed - discount;
  const fee = price === 0 ? 0 : terms.minFeeMinor + Math.floor((price * terms.feeBp + 5000) / 10_000);
  return { listed, discount, fee, total: price + fee };
}

/**
 * What the creator's panel calls gross revenue and ticketing fee (specification §9): attendee count times price, and
 * attendee count times the fee of that price, whatever each ticket was sold for.
 */
export const grossSales = (attendees: number, listed: Minor, terms: FeeTerms): { revenue: Minor; fee: Minor } => ({
  revenue: attendees * listed,
  fee: attendees * ticketPrice(listed, terms).fee,
});
