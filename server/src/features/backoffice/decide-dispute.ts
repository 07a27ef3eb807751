import { refuse } from '@frontrow/core/refuse.ts';
import type { BackofficeDeps } from './routes.ts';

/** Tells the sandbox how its bank decides; its webhook brings the decision here like any other. */
export async function decideDispute(
  { accounts, db, paymentSandbox }: BackofficeDeps,
  { adminId, disputeId, decision }: { adminId: number; disputeId: string; decision: 'won' | 'lost' },
): Promise<void> {
  const dispute = await db.one<{ provider_ref: string; order_id: string; buyer_id: number }>(
    `SELECT d.provider_ref, o.id AS order_id, o.buyer_id FROM dispute d JOIN payment p ON p.id = d.payment_id
       JOIN orders o ON o.id = p.order_id
     WHERE d.id = $1 AND d.status = 'open'`,
    [disputeId],
  );
  if (!dispute) throw refuse('dispute_not_found');
  await db.tx(async (tx) => {
    if (!(await paymentSandbox?.decideDispute(tx, dispute.provider_ref, decision))) throw refuse('dispute_not_found');
    await accounts.recordAudit(tx, {
      actorId: adminId,
      action: 'sandbox_dispute_decided',
      subjectId: dispute.buyer_id,
      details: { order_uuid: dispute.order_id, decision },
    });
  });
}
