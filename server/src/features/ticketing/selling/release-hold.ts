import { refuse } from '@frontrow/core/refuse.ts';
import type { Checkout } from './checkout.ts';
import { type Asker, isOwn } from './own-order.ts';
import { giveUp } from '../payments/resolve-open-payment.ts';
import { findOrder, openPaymentOf, type OrderRecord } from '../store.ts';

interface Release {
  readonly orderId: string;
  /** Only where nobody pays: an unfinished challenge or approval keeps the seat, too. */
  readonly idleOnly: boolean;
}

/** Frees a held seat at once. A charge in flight keeps it; an unfinished challenge or approval is ended first. */
export async function releaseHold(
  checkout: Checkout,
  asker: Asker,
  { orderId, idleOnly }: Release,
): Promise<OrderRecord> {
  const order = await findOrder(checkout.db, orderId);
  if (!order || !isOwn(order, asker)) throw refuse('order_not_found');
  if (order.status !== 'pending') return order;
  const open = await openPaymentOf(checkout.db, orderId);
  if (open && open.status !== 'requires_action') throw refuse('request_in_progress', {}, { retryAfter: 5 });
  if (open && idleOnly) return order;
  if (open) await giveUp(checkout, open);
  await checkout.db.query('SELECT release_hold($1)', [orderId]);
  const left = (await findOrder(checkout.db, orderId)) ?? order;
  // Another tab was ahead of us at the event's row, and pays.
  if (left.status === 'pending' && !idleOnly) throw refuse('request_in_progress', {}, { retryAfter: 5 });
  return left;
}
