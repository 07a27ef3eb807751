import type { KindCode } from '@frontrow/core/events/live-event-machine.ts';
import type { Minor } from '@frontrow/core/kernel/money.ts';
import type { PromoTerms } from '../seat-terms.ts';

/** What every request for a seat says: who asks, for what kind of ticket, and at which terms. */
export interface SeatRequest {
  readonly orderId: string;
  readonly paymentId: string;
  readonly buyerId: number;
  /** Normalised address of a guest. */
  readonly guestEmail: string | undefined;
  readonly guestKey: string | undefined;
  readonly kind: KindCode;
  readonly priceMinor: Minor;
  readonly discountMinor: Minor;
  readonly promo: PromoTerms | undefined;
  readonly minFeeMinor: Minor;
  readonly feeBp: number;
  readonly currency: string;
  /** Network address that seats are counted by; undefined where they are not. */
  readonly address: string | undefined;
}

/** A request as the stored functions read it; `n` is its place in the batch. */
export const seatRow = (request: SeatRequest, n: number): object => ({
  n,
  order_id: request.orderId,
  payment_id: request.paymentId,
  buyer: request.buyerId,
  email: request.guestEmail,
  guest: request.guestKey,
  kind: request.kind,
  price: request.priceMinor,
  discount: request.discountMinor,
  promo: request.promo?.id,
  min_fee: request.minFeeMinor,
  fee_bp: request.feeBp,
  currency: request.currency,
  address: request.address,
});
