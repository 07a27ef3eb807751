import type { OrderRecord, TicketRecord } from '../store.ts';
import type { Buyer, Checkout } from './checkout.ts';
import type { Offer } from './quote.ts';
import { refuseSoldOut } from './refuse-sold-out.ts';
import { type RetrySeat, retryOrRefuse } from './seat-refusal.ts';
import { seatOf, type SeatWish } from './seat-wish.ts';

export interface SoldSeat {
  readonly is: 'sold';
  readonly order: OrderRecord;
  readonly ticket: TicketRecord | undefined;
}

/**
 * Sells one seat that costs nothing. A guest who only typed an address gets the ticket by mail and never in the answer,
 * so an address that has a ticket already is answered like any other: with an order that looks new.
 */
export async function sellCostlessSeat(
  checkout: Checkout,
  buyer: Buyer,
  wish: SeatWish,
  { terms, price }: Offer,
): Promise<SoldSeat | RetrySeat> {
  await refuseSoldOut(checkout, buyer, wish);
  const { batches, ids } = checkout;
  const orderId = ids.uuid();
  const ticketId = ids.uuid();
  const code = ids.ticketCode();
  const answer = await batches.sellCostless(wish.eventId, {
    ...seatOf(buyer, wish, terms),
    orderId,
    paymentId: ids.uuid(),
    ticketId,
    code,
    claim: wish.claim,
    discountMinor: terms.priceMinor,
    promo: price.promo,
  });
  const retry = await retryOrRefuse(checkout, buyer, wish, answer);
  if (retry) return retry;
  const order: OrderRecord = {
    id: answer.verdict === 'address_has_ticket' ? orderId : (answer.orderId ?? orderId),
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
  const ticket: TicketRecord = {
    id: ticketId,
    code,
    seat: answer.seat ?? 0,
    eventId: wish.eventId,
    createdAt: answer.at,
    voided: false,
    transferred: false,
  };
  return { is: 'sold', order, ticket: buyer.guestKey === undefined ? ticket : undefined };
}
