import { refuse } from '@frontrow/core/refuse.ts';
import { findOrder, type OrderRecord } from '../store.ts';
import type { Buyer, Checkout } from './checkout.ts';
import { holdSeat } from './hold-seat.ts';
import { prepareRetry } from './prepare-retry.ts';
import { quote } from './quote.ts';
import type { SeatWish } from './seat-wish.ts';

const attemptsMax = 3;

/** Holds a seat for ten minutes while the checkout is open. Asking again gives the same hold, never a longer one. */
export async function holdForCheckout(checkout: Checkout, buyer: Buyer, wish: SeatWish): Promise<OrderRecord> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const offer = await quote(checkout, wish);
    const seat = await holdSeat(checkout, buyer, wish, offer, undefined);
    if (seat.is === 'held') {
      const order = await findOrder(checkout.db, seat.orderId);
      if (order) return order;
    } else {
      // Somebody is paying for the open order, and only a purchase may wait for that or end it.
      if (seat.preparation === 'end_payment') break;
      await prepareRetry(checkout, buyer, wish.eventId, offer, seat);
    }
  }
  throw refuse('request_in_progress', {}, { retryAfter: 1 });
}
