import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import type { Sql } from '../db/db.ts';
import { demoCoverKey } from './covers.ts';

const percent = 20;

/**
 * One invented sale was made with a promo code. Runs before the sales are written into the ledger, and in every book
 * that names the amount.
 */
export async function discountSale(tx: Sql): Promise<void> {
  const order = await tx.one<{ id: string; price_minor: number; min_fee_minor: number; fee_bp: number }>(
    `SELECT o.id, o.price_minor, o.min_fee_minor, o.fee_bp
     FROM orders o JOIN app_user u ON u.id = o.buyer_id JOIN event e ON e.id = o.event_id
     WHERE u.username = 'viewer' AND e.cover_key = $1 AND o.discount_minor = 0 AND NOT EXISTS (
       SELECT 1 FROM ledger_tx t WHERE t.order_id = o.id)`,
    [demoCoverKey('lofi-in-an-hour')],
  );
  if (!order) return;
  const price = ticketPrice(order.price_minor, { minFeeMinor: order.min_fee_minor, feeBp: order.fee_bp }, percent);
  await tx.query('UPDATE orders SET discount_minor = $2, fee_minor = $3, total_minor = $4 WHERE id = $1', [
    order.id,
    price.discount,
    price.fee,
    price.total,
  ]);
  await tx.query(
    `WITH paid AS (UPDATE payment SET amount_minor = $2 WHERE order_id = $1 RETURNING provider_ref, capture_ref),
       charged AS (
         UPDATE sandbox_intent SET amount_minor = $2 WHERE ref IN (SELECT provider_ref FROM paid) RETURNING ref)
     UPDATE provider_object SET amount_minor = $2 WHERE ref IN (SELECT capture_ref FROM paid)`,
    [order.id, price.total],
  );
}
