import { refuse } from '@frontrow/core/refuse.ts';
import type { Preparation } from '@frontrow/core/ticketing/verdicts.ts';
import { allowMethod } from '../payments/saved-cards.ts';
import type { OrderRecord, PaymentRecord } from '../store.ts';
import type { Buyer, Checkout } from './checkout.ts';
import { holdSeat } from './hold-seat.ts';
import type { Purchase } from './purchase.ts';
import type { Offer } from './quote.ts';
import type { RetrySeat } from './seat-refusal.ts';
import { sellCostlessSeat, type SoldSeat } from './sell-costless-seat.ts';

/** A seat that is held for this buyer, with the payment that will be made for it. */
export interface SeatToPay {
  readonly is: 'held';
  readonly payment: PaymentRecord;
  /** Of the event, for the buyer's bank statement. */
  readonly title: string;
  /** As this request wrote it; undefined where the order was there before. */
  readonly newOrder: OrderRecord | undefined;
}

export type ReservedSeat = SoldSeat | SeatToPay | RetrySeat;

/**
 * Sells a costless seat at once; holds any other one and writes its payment, before the provider is called. `prepared`
 * is what the attempt before this one asked for: an open order of this buyer may cost something where the event is
 * free now, or nothing where it costs something.
 */
export async function reserveSeat(
  checkout: Checkout,
  buyer: Buyer,
  purchase: Purchase,
  offer: Offer,
  prepared: Preparation,
): Promise<ReservedSeat> {
  const isCostless = offer.price.total === 0 ? prepared !== 'switch_to_paid' : prepared === 'switch_to_free';
  if (isCostless) return sellCostlessSeat(checkout, buyer, purchase, offer);
  const provider = await providerOf(checkout, buyer, purchase);
  const seat = await holdSeat(checkout, buyer, purchase, offer, provider);
  if (seat.is === 'retry') return seat;
  const payment = seat.begun?.payment ?? (seat.paymentId && (await checkout.reads.payment(seat.paymentId)));
  if (!payment) throw new Error(`the held order ${seat.orderId} has no payment`);
  return { is: 'held', payment, title: offer.terms.title, newOrder: seat.begun?.order };
}

/** Who will be asked for the money. Refuses a purchase without a choice, and cards of other people. */
async function providerOf(checkout: Checkout, buyer: Buyer, { choice }: Purchase): Promise<string> {
  if (!choice) throw refuse('payment_choice_required');
  if ('wallet' in choice) return checkout.wallets.provider;
  if ('method' in choice)
    await allowMethod(checkout, buyer.guestEmail === undefined ? buyer.accountId : undefined, choice.method);
  return checkout.cards.provider;
}
