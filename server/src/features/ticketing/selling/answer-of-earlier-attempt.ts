import { sameAnswer } from '../payments/resolve-open-payment.ts';
import { findPayment } from '../store.ts';
import type { Buyer, Checkout } from './checkout.ts';
import type { Purchased } from './purchase.ts';

interface KeyedPurchase {
  readonly scope: string;
  readonly key: string | undefined;
  readonly eventId: string;
  /** When the first attempt of the key began. */
  readonly since: Date;
}

/**
 * What an earlier attempt of the same key bought before it failed or its process died: the ticket this buyer has got
 * since, unless it was the answer of another key. Without this the buyer would hear "already has a ticket", or be
 * charged again after a refund.
 */
export async function answerOfEarlierAttempt(
  checkout: Checkout,
  buyer: Buyer,
  { scope, key, eventId, since }: KeyedPurchase,
): Promise<Purchased | undefined> {
  const bought = await checkout.db.one<{ order_id: string; payment_id: string | null }>(
    `SELECT t.order_id, p.id AS payment_id
     FROM ticket t JOIN orders o ON o.id = t.order_id AND o.buyer_id = t.holder_id
       LEFT JOIN payment p ON p.order_id = o.id AND p.status = 'succeeded' AND p.amount_minor > 0
     WHERE o.event_id = $1 AND o.buyer_id = $2 AND o.guest_key IS NOT DISTINCT FROM $3 AND t.created_at >= $4
       AND NOT EXISTS (
         SELECT 1 FROM idempotency i
         WHERE i.scope = $5 AND i.key <> $6 AND i.response -> 'data' -> 'order' ->> 'order_uuid' = o.id::text)
     ORDER BY t.created_at LIMIT 1`,
    [eventId, buyer.accountId, buyer.guestKey ?? null, since, scope, key],
  );
  if (!bought) return undefined;
  const payment = bought.payment_id === null ? undefined : await findPayment(checkout.db, bought.payment_id);
  if (payment) return sameAnswer(checkout, payment);
  const { order, ticket } = await checkout.reads.outcome(bought.order_id);
  // As a costless seat is always answered: whoever only typed an address has the ticket by mail.
  return { order, ticket: buyer.guestKey === undefined ? ticket : undefined };
}
