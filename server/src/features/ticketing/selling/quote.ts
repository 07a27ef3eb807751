import { refuse } from '@frontrow/core/refuse.ts';
import { ticketPrice, type TicketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import type { Checkout } from './checkout.ts';
import type { PromoTerms, SeatTerms } from './seat-terms.ts';
import type { SeatWish } from './seat-wish.ts';

export interface OfferedPrice extends TicketPrice {
  /** The promo code that lowers it; undefined where none is named or nothing is left to lower. */
  readonly promo: PromoTerms | undefined;
}

/** The event's terms as last read, and the price for this buyer. The stored functions compare both with the row. */
export interface Offer {
  readonly terms: SeatTerms;
  readonly price: OfferedPrice;
}

/**
 * What the ticket costs this buyer. Refuses `event_not_found`, also for private meetings at the calls of events, and
 * `promo_code_invalid`.
 */
export async function quote({ terms: book }: Pick<Checkout, 'terms'>, wish: SeatWish): Promise<Offer> {
  let terms = await book.of(wish.eventId);
  if (terms.isMeeting !== (wish.meeting ?? false)) throw refuse('event_not_found');
  const typed = wish.promoCode?.trim();
  if (!typed) return { terms, price: { ...ticketPrice(terms.priceMinor, terms), promo: undefined } };
  const named = ({ code }: PromoTerms): boolean => code.toLowerCase() === typed.toLowerCase();
  if (!terms.promoCodes.some(named)) {
    // The host may have added it since the terms were read.
    book.forget(wish.eventId);
    terms = await book.of(wish.eventId);
  }
  const promo = terms.promoCodes.find(named);
  if (!promo) throw refuse('promo_code_invalid', {}, { field: 'promo_code' });
  const price = ticketPrice(terms.priceMinor, terms, promo.percent);
  return { terms, price: { ...price, promo: terms.priceMinor > 0 ? promo : undefined } };
}
