import { refuse } from '@frontrow/core/refuse.ts';
import type { Buyer, Checkout } from './checkout.ts';
import { renewOrder } from './renew-order.ts';
import { findOrder, type OrderRecord } from '../store.ts';
import type { SeatWish } from './seat-wish.ts';
import { holdSeat, priceOf } from './take-seat.ts';

const looksMax = 3;

/** Holds a seat for 10 minutes while the checkout is open. Asking again gives the same hold, never a longer one. */
export async function holdForCheckout(checkout: Checkout, buyer: Buyer, wish: SeatWish): Promise<OrderRecord> {
  for (let look = 0; look < looksMax; look++) {
    const { terms, price } = await priceOf(checkout, wish);
    const held = await holdSeat(checkout, buyer, wish, { terms, price, provider: undefined });
    if (held.verdict === 'lapsed') await checkout.db.query('SELECT expire_holds($1)', [wish.eventId]);
    if (held.verdict === 'afresh') await renewOrder(checkout, buyer, held.orderId, price);
    if (held.verdict === 'payment_open') break;
    if (held.verdict !== 'held') continue;
    const order = await findOrder(checkout.db, held.orderId);
    if (order) return order;
  }
  throw refuse('request_in_progress', {}, { retryAfter: 1 });
}
