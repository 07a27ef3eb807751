import { refuse } from '@frontrow/core/refuse.ts';
import type { Buyer, Checkout } from './checkout.ts';
import type { SeatVerdict } from './seat-lanes.ts';
import { tooManyAttempts } from '../payments/payment-attempts.ts';
import { quote, type Quote, type SeatTerms } from './seat-terms.ts';
import { comesTooLate, type SeatWish } from './seat-wish.ts';
import type { OrderRecord, PaymentRecord, TicketRecord } from '../store.ts';

export type FreeSeat =
  | { readonly verdict: 'sold'; readonly order: OrderRecord; readonly ticket: TicketRecord | undefined }
  | { readonly verdict: 'pending' | 'lapsed' | 'again' | 'terms_changed' }
  | { readonly verdict: 'payment_open' | 'afresh'; readonly orderId: string };

/** Words that are not an answer for a buyer but a cue to look again. */
type Cue = 'payment_open' | 'lapsed' | 'free_order' | 'afresh' | 'terms_changed';
export type HeldSeat =
  | {
      readonly verdict: 'held';
      readonly orderId: string;
      readonly paymentId: string | undefined;
      readonly expiresAt: number;
      /** What this very call wrote; undefined where the order, or a payment of it, was there before. */
      readonly begun: Begun | undefined;
    }
  | { readonly verdict: Cue; readonly orderId: string };

export interface Begun {
  readonly order: OrderRecord;
  readonly payment: PaymentRecord;
}

/**
 * Tries one free seat through the lane. `pending` means that this holder's open order costs money. A guest who only typed an
 * address gets the ticket by mail and never in the answer, so an address that has one already is answered like any other.
 */
export async function takeFreeSeat(
  checkout: Checkout,
  buyer: Buyer,
  wish: SeatWish,
  terms: SeatTerms,
): Promise<FreeSeat> {
  if (await turnedAway(checkout, buyer, wish)) throw refuse('sold_out');
  const { lanes, ids, terms: book } = checkout;
  const orderId = ids.uuid();
  const ticketId = ids.uuid();
  const code = ids.ticketCode();
  const answer = await lanes.sellFree(wish.eventId, {
    ...seatOf(buyer, wish, terms),
    orderId,
    paymentId: ids.uuid(),
    ticketId,
    code,
    address: buyer.address,
    discountMinor: terms.priceMinor,
  });
  if (answer.verdict === 'pending' || answer.verdict === 'lapsed' || answer.verdict === 'again')
    return { verdict: answer.verdict };
  if (answer.verdict === 'payment_open' || answer.verdict === 'afresh')
    return { verdict: answer.verdict, orderId: answer.orderId ?? '' };
  if (answer.verdict === 'terms_changed') {
    book.forget(wish.eventId);
    return { verdict: 'terms_changed' };
  }
  const again = answer.verdict === 'ticket_elsewhere';
  if (again) await mailAgain(checkout, buyer, wish);
  else if (answer.verdict !== 'sold' && answer.verdict !== 'replayed')
    throw await refuseSeat(checkout, buyer, wish, answer);
  const order: OrderRecord = {
    id: again ? orderId : (answer.orderId ?? orderId),
    eventId: wish.eventId,
    buyerId: buyer.accountId,
    isGuest: buyer.guestEmail !== undefined,
    guestKey: buyer.guestKey,
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
    ticket:
      buyer.guestKey === undefined
        ? { id: ticketId, code, seat: answer.seat ?? 0, eventId: wish.eventId, createdAt: answer.at, voided: false }
        : undefined,
  };
}

/** Tries to hold one seat through the lane, with the payment it is for when a provider is named. */
export async function holdSeat(
  checkout: Checkout,
  buyer: Buyer,
  wish: SeatWish,
  { terms, price, provider }: { terms: SeatTerms; price: Quote; provider: string | undefined },
): Promise<HeldSeat> {
  if (await turnedAway(checkout, buyer, wish)) throw refuse('sold_out');
  const { lanes, ids, terms: book } = checkout;
  const order: OrderRecord = {
    id: ids.uuid(),
    eventId: wish.eventId,
    buyerId: buyer.accountId,
    isGuest: buyer.guestEmail !== undefined,
    guestKey: buyer.guestKey,
    status: 'pending',
    priceMinor: terms.priceMinor,
    discountMinor: price.discount,
    feeMinor: price.fee,
    totalMinor: price.total,
    currency: terms.currency,
    holdExpiresAt: undefined,
  };
  const newPayment = ids.uuid();
  const answer = await lanes.hold(wish.eventId, {
    ...seatOf(buyer, wish, terms),
    orderId: order.id,
    paymentId: newPayment,
    discountMinor: price.discount,
    discountPercent: price.discountPercent,
    reprice: wish.promoCode !== undefined,
    feeMinor: price.fee,
    address: buyer.address,
    provider,
  });
  const { verdict, orderId = '' } = answer;
  if (verdict === 'terms_changed') book.forget(wish.eventId);
  if (verdict === 'held') {
    const { paymentId, expiresAt, at } = answer;
    const isNew = provider !== undefined && orderId === order.id && paymentId === newPayment;
    const begun = isNew ? { order, payment: paymentOf(order, newPayment, provider, at) } : undefined;
    return { verdict, orderId, paymentId, expiresAt, begun };
  }
  if (isCue(verdict)) return { verdict, orderId };
  throw await refuseSeat(checkout, buyer, wish, answer);
}

/** Terms and price for this buyer. */
export async function priceOf(checkout: Checkout, wish: SeatWish): Promise<{ terms: SeatTerms; price: Quote }> {
  const terms = await checkout.terms.of(wish.eventId);
  return { terms, price: quote(terms, wish.promoCode) };
}

/** A payment as `hold_seats` writes it with a new order. */
const paymentOf = (order: OrderRecord, id: string, provider: string, at: number): PaymentRecord => ({
  id,
  orderId: order.id,
  eventId: order.eventId,
  buyerId: order.buyerId,
  isGuest: order.isGuest,
  guestKey: order.guestKey,
  orderStatus: order.status,
  provider,
  providerRef: undefined,
  amountMinor: order.totalMinor,
  currency: order.currency,
  status: 'creating',
  failure: undefined,
  remember: false,
  createdAt: at,
  now: at,
});

const seatOf = (buyer: Buyer, wish: SeatWish, terms: SeatTerms) => ({
  buyerId: buyer.accountId,
  guestEmail: buyer.guestEmail,
  guestKey: buyer.guestKey,
  kind: wish.kind,
  priceMinor: terms.priceMinor,
  minFeeMinor: terms.minFeeMinor,
  feeBp: terms.feeBp,
  currency: terms.currency,
});

/** Guests have orders by browser: the lanes answer them. */
const turnedAway = ({ full }: Checkout, buyer: Buyer, wish: SeatWish) =>
  buyer.guestEmail === undefined && comesTooLate(full, buyer.accountId, wish);

const cues: ReadonlySet<SeatVerdict> = new Set<Cue>([
  'payment_open',
  'lapsed',
  'free_order',
  'afresh',
  'terms_changed',
]);
const isCue = (verdict: SeatVerdict): verdict is Cue => cues.has(verdict);

/** Whoever holds this address is told again how to get in; a stranger who typed it learns nothing. */
const mailAgain = ({ accounts }: Checkout, { guestEmail }: Buyer, { eventId }: SeatWish): Promise<void> =>
  guestEmail === undefined ? Promise.resolve() : accounts.mailWayInAgain(guestEmail, eventId);

async function refuseSeat(
  checkout: Checkout,
  buyer: Buyer,
  wish: SeatWish,
  answer: { readonly verdict: SeatVerdict; readonly expiresAt?: number; readonly at: number },
): Promise<Error> {
  const { verdict } = answer;
  if (verdict === 'sold_out') checkout.full.note(wish.eventId, wish.kind);
  if (verdict === 'ticket_elsewhere' || verdict === 'full_elsewhere') await mailAgain(checkout, buyer, wish);
  switch (verdict) {
    case 'sold':
    case 'replayed':
    case 'held':
    case 'pending':
    case 'payment_open':
    case 'lapsed':
    case 'free_order':
    case 'afresh':
    case 'again':
    case 'terms_changed':
      return refuse('temporarily_unavailable', {}, { retryAfter: 1 });
    case 'ticket_elsewhere':
      return refuse('guest_order_elsewhere');
    case 'order_elsewhere':
      return refuse('guest_order_open');
    case 'full_elsewhere':
      return refuse('sold_out');
    case 'too_many_holds':
      return refuse(verdict, {}, { retryAfter: 60 });
    case 'too_many_attempts':
      return tooManyAttempts((answer.expiresAt ?? answer.at) - answer.at);
    case 'promo_not_yet':
    case 'promo_expired':
    case 'promo_used_up':
      return refuse(verdict, {}, { field: 'promo_code' });
    default:
      return refuse(verdict);
  }
}
