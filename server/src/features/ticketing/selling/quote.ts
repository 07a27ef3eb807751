import { refuse } from '@frontrow/core/refuse.ts';
import { ticketPrice, type TicketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import type { Checkout } from './checkout.ts';
import type { SeatTerms } from './seat-terms.ts';
import type { SeatWish } from './seat-wish.ts';

export interface OfferedPrice extends TicketPrice {
  readonly discountPercent: number;
}

/** The event's terms as last read, and the price for this buyer. The stored functions compare both with the row. */
export interface Offer {
  readonly terms: SeatTerms;
  readonly price: OfferedPrice;
}

/** What the ticket costs this buyer. Refuses `event_not_found` and `promo_code_invalid`. */
export async function quote({ terms: book }: Pick<Checkout, 'terms'>, wish: SeatWish): Promise<Offer> {
  const terms = await book.of(wish.eventId);
  const typed = wish.promoCode?.trim();
  if (!typed) return { terms, price: { ...ticketPrice(terms.priceMinor, terms), discountPercent: 0 } };
  const { promoCode, promoPercent } = terms;
  if (promoPercent === 0 || promoCode?.toLowerCase() !== typed.toLowerCase())
    throw refuse('promo_code_invalid', {}, { field: 'promo_code' });
  return { terms, price: { ...ticketPrice(terms.priceMinor, terms, promoPercent), discountPercent: promoPercent } };
}
