import type { WireBillingDetails, WireReceipt } from '@frontrow/contract/billing/api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../kit.ts';
import { saveBillingDetails } from './billing-details.ts';
import { issueReceipts } from './issue-receipts.ts';
import type { OwnOrder } from './orders.ts';
import { readReceipt } from './read-receipt.ts';

/**
 * The receipt of an order, issued when it has none yet. Billing details that come along are written down first, and
 * change nothing once the receipt is issued. Throws `receipt_free` and `receipt_unpaid`.
 */
export async function openReceipt(
  { db, ids }: Pick<Kit, 'db' | 'ids'>,
  order: OwnOrder,
  details?: WireBillingDetails,
): Promise<WireReceipt> {
  const issued = await readReceipt(db, order.id);
  if (issued) return issued;
  if (!order.isPaid) throw refuse('receipt_unpaid');
  if (order.isFree) throw refuse('receipt_free');
  await db.tx(async (tx) => {
    // Orders are locked before people.
    if (details) await tx.query('SELECT 1 FROM orders WHERE id = $1 FOR NO KEY UPDATE', [order.id]);
    if (details) await saveBillingDetails(tx, order.buyerId, details);
    await issueReceipts(tx, ids, [order.id]);
  });
  const receipt = await readReceipt(db, order.id);
  if (!receipt) throw refuse('receipt_unpaid');
  return receipt;
}
