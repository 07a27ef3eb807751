import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { BackofficeUses } from './routes.ts';

/** Sends one buyer everything back and takes the ticket; of two at once, one is told that it was done. */
export async function refundOrder(
  { accounts, db, ticketing }: BackofficeUses,
  { adminId, orderId, reason: typed }: { adminId: number; orderId: string; reason: string },
): Promise<void> {
  const reason = readRefusalReason(typed);
  await db.tx(async (tx) => {
    const order = await tx.one<{ event_id: string; buyer_id: number }>(
      'SELECT event_id, buyer_id FROM orders WHERE id = $1',
      [orderId],
    );
    if (!order) throw refuse('order_not_found');
    if (!(await ticketing.takeBack(tx, order.event_id, orderId, 'admin'))) throw refuse('order_not_refundable');
    await accounts.recordAudit(tx, {
      actorId: adminId,
      action: 'order_refunded',
      subjectId: order.buyer_id,
      details: { order_uuid: orderId, reason },
    });
  });
}
