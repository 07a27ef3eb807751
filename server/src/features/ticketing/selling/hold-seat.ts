import type { OrderRecord, PaymentRecord } from '../store.ts';
import type { Buyer, Checkout } from './checkout.ts';
import type { Offer } from './quote.ts';
import { refuseSoldOut } from './refuse-sold-out.ts';
import { type RetrySeat, retryOrRefuse } from './seat-refusal.ts';
import { seatOf, type SeatWish } from './seat-wish.ts';

export interface HeldSeat {
  readonly is: 'held';
  readonly orderId: string;
  /** Of the payment that was written with the hold; undefined without a provider. */
  readonly paymentId: string | undefined;
  /** What this very request wrote; undefined where the order was there before. Saves reading it again. */
  readonly begun: { readonly order: OrderRecord; readonly payment: PaymentRecord } | undefined;
}

/** Holds one seat; where a provider is named, its payment is written in the same statement. */
export async function holdSeat(
  checkout: Checkout,
  buyer: Buyer,
  wish: SeatWish,
  { terms, price }: Offer,
  provider: string | undefined,
): Promise<HeldSeat | RetrySeat> {
  await refuseSoldOut(checkout, buyer, wish);
  const { batches, ids } = checkout;
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
  const answer = await batches.hold(wish.eventId, {
    ...seatOf(buyer, wish, terms),
    orderId: order.id,
    paymentId: newPayment,
    discountMinor: price.discount,
    promo: price.promo,
    reprice: wish.promoCode !== undefined,
    feeMinor: price.fee,
    provider,
  });
  const retry = await retryOrRefuse(checkout, buyer, wish, answer);
  if (retry) return retry;
  const { orderId = '', paymentId, at } = answer;
  const isNew = provider !== undefined && orderId === order.id && paymentId === newPayment;
  const begun = isNew ? { order, payment: paymentOf(order, newPayment, provider, at) } : undefined;
  return { is: 'held', orderId, paymentId, begun };
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
