import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Preparation } from '@frontrow/core/ticketing/verdicts.ts';
import { isNotCharged } from '../../../ports/not-charged.ts';
import { settleUnpaid } from '../payments/settle-payment.ts';
import type { Buyer, Checkout } from './checkout.ts';
import { prepareRetry } from './prepare-retry.ts';
import type { Purchase, Purchased } from './purchase.ts';
import { quote } from './quote.ts';
import { reserveSeat, type SeatToPay } from './reserve-seat.ts';
import { settlePurchase } from './settle-purchase.ts';
import { startPayment } from './start-payment.ts';

/** Attempts are used up when the event's row, or another tab of the buyer, was ahead of us each time. */
const attemptsMax = 6;

/**
 * Buys one ticket: quote, reserve the seat, start the payment, settle it. A costless seat is sold by the reservation
 * itself. A seat that costs money is held, with its payment written, before the provider is called outside any lock.
 * Refuses in the specification's words: sold out; declined (402 with the provider's sentence, the hold stays); payments
 * not answering.
 */
export async function purchaseTicket(checkout: Checkout, buyer: Buyer, purchase: Purchase): Promise<Purchased> {
  let prepared: Preparation = 'nothing';
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const offer = await quote(checkout, purchase);
    const seat = await reserveSeat(checkout, buyer, purchase, offer, prepared);
    if (seat.is === 'sold') return seat;
    if (seat.is === 'held') return payForSeat(checkout, buyer, purchase, seat);
    const bought = await prepareRetry(checkout, buyer, purchase.eventId, offer, seat);
    if (bought) return bought;
    prepared = seat.preparation;
  }
  throw refuse('request_in_progress');
}

async function payForSeat(checkout: Checkout, buyer: Buyer, purchase: Purchase, seat: SeatToPay): Promise<Purchased> {
  try {
    const started = await startPayment(checkout, buyer, purchase, seat);
    return await settlePurchase(checkout, seat, started);
  } catch (error) {
    if (tookNoMoney(error)) await settleUnpaid(checkout, seat.payment, 'failed', error.message);
    throw error;
  }
}

/**
 * A refusal is definite: no money was taken. A provider that did not answer may have taken it: the payment stays open
 * for the sweeper and the next attempt. A declined card is settled already.
 */
const tookNoMoney = (error: unknown): error is Refusal =>
  error instanceof Refusal &&
  error.code !== 'card_declined' &&
  (error.code !== 'payment_unavailable' || isNotCharged(error));
