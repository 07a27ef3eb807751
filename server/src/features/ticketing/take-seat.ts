import type { KindCode } from '@frontrow/core/events/live-event-machine.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Buyer, Checkout } from './checkout.ts';
import type { SeatVerdict } from './seat-lanes.ts';
import { quote, type Quote, type SeatTerms } from './seat-terms.ts';
import type { OrderRecord, TicketRecord } from './store.ts';

export interface SeatWish {
  readonly eventId: string;
  readonly kind: KindCode;
  readonly promoCode: string | undefined;
}

export type FreeSeat =
  | { readonly verdict: 'sold'; readonly order: OrderRecord; readonly ticket: TicketRecord }
  | { readonly verdict: 'pending' };

/** Words that are not an answer for a buyer but a cue to look again. */
type Cue = 'payment_open' | 'lapsed' | 'free_order' | 'terms_changed';
export type HeldSeat =
  | {
      readonly verdict: 'held';
      readonly orderId: string;
      readonly paymentId: string | undefined;
      readonly expiresAt: number;
    }
  | { readonly verdict: Cue; readonly orderId: string };

/** Tries one free seat through the lane. `pending` means that this holder's open order costs money. */
export async function takeFreeSeat(
  { lanes, ids, terms: book }: Checkout,
  buyer: Buyer,
  wish: SeatWish,
  terms: SeatTerms,
): Promise<FreeSeat | { verdict: 'terms_changed' }> {
  const orderId = ids.uuid();
  const ticketId = ids.uuid();
  const code = ids.ticketCode();
  const answer = await lanes.sellFree(wish.eventId, {
    ...seatOf(buyer, wish, terms),
    orderId,
    paymentId: ids.uuid(),
    ticketId,
    code,
    discountMinor: terms.priceMinor,
  });
  if (answer.verdict === 'pending') return { verdict: 'pending' };
  if (answer.verdict === 'terms_changed') {
    book.forget(wish.eventId);
    return { verdict: 'terms_changed' };
  }
  if (answer.verdict !== 'sold' && answer.verdict !== 'replayed') throw refuseSeat(answer.verdict);
  const order: OrderRecord = {
    id: answer.orderId ?? orderId,
    eventId: wish.eventId,
    buyerId: buyer.accountId,
    isGuest: buyer.guestEmail !== undefined,
    status: 'paid',
    priceMinor: terms.priceMinor,
    discountMinor: terms.priceMinor,
    feeMinor: 0,
    totalMinor: 0,
    currency: terms.currency,
    holdExpiresAt: undefined,
  };
  return {
    verdict: 'sold',
    order,
    ticket: { id: ticketId, code, seat: answer.seat ?? 0, eventId: wish.eventId, createdAt: answer.at, voided: false },
  };
}

/** Tries to hold one seat through the lane, with the payment it is for when a provider is named. */
export async function holdSeat(
  { lanes, ids, terms: book }: Checkout,
  buyer: Buyer,
  wish: SeatWish,
  { terms, price, provider }: { terms: SeatTerms; price: Quote; provider: string | undefined },
): Promise<HeldSeat> {
  const answer = await lanes.hold(wish.eventId, {
    ...seatOf(buyer, wish, terms),
    orderId: ids.uuid(),
    paymentId: ids.uuid(),
    discountMinor: price.discount,
    discountPercent: price.discountPercent,
    feeMinor: price.fee,
    address: buyer.address,
    provider,
  });
  const { verdict, orderId = '' } = answer;
  if (verdict === 'terms_changed') book.forget(wish.eventId);
  if (verdict === 'held') return { verdict, orderId, paymentId: answer.paymentId, expiresAt: answer.expiresAt };
  if (verdict === 'payment_open' || verdict === 'lapsed' || verdict === 'free_order' || verdict === 'terms_changed')
    return { verdict, orderId };
  throw refuseSeat(verdict);
}

/** Terms and price for this buyer. */
export async function priceOf(checkout: Checkout, wish: SeatWish): Promise<{ terms: SeatTerms; price: Quote }> {
  const terms = await checkout.terms.of(wish.eventId);
  return { terms, price: quote(terms, wish.promoCode) };
}

const seatOf = (buyer: Buyer, wish: SeatWish, terms: SeatTerms) => ({
  buyerId: buyer.accountId,
  guestEmail: buyer.guestEmail,
  kind: wish.kind,
  priceMinor: terms.priceMinor,
  minFeeMinor: terms.minFeeMinor,
  feeBp: terms.feeBp,
  currency: terms.currency,
});

function refuseSeat(verdict: SeatVerdict): Error {
  switch (verdict) {
    case 'sold':
    case 'replayed':
    case 'held':
    case 'pending':
    case 'payment_open':
    case 'lapsed':
    case 'free_order':
    case 'terms_changed':
      return refuse('temporarily_unavailable', {}, { retryAfter: 1 });
    case 'too_many_holds':
    case 'too_many_attempts':
      return refuse(verdict, {}, { retryAfter: 60 });
    default:
      return refuse(verdict);
  }
}
