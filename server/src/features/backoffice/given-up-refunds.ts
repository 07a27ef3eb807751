import { seenText } from '@frontrow/core/kernel/seen-text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { refundReferenceCharsMax } from '@frontrow/core/ticketing/limits.ts';
import type { Tx } from '../../db/db.ts';
import type { BackofficeDeps } from './routes.ts';

interface RefundAction {
  readonly adminId: number;
  readonly refundId: string;
}

/** Has a refund that was given up asked for once more. */
export async function retryRefund(deps: BackofficeDeps, asked: RefundAction): Promise<void> {
  await deps.db.tx((tx) =>
    act(tx, deps, asked, 'refund_retried', {}, () => deps.ticketing.retryRefund(tx, asked.refundId)),
  );
}

/** Writes down that a refund that was given up was paid in another way. */
export async function markRefundPaidManually(
  deps: BackofficeDeps,
  { reference: typed, ...asked }: RefundAction & { readonly reference: string },
): Promise<void> {
  const reference = seenText(typed);
  if (reference === '') throw refuse('field_required', { label: 'Reference' }, { field: 'reference' });
  if ([...reference].length > refundReferenceCharsMax)
    throw refuse('reason_too_long', { maximum: refundReferenceCharsMax }, { field: 'reference' });
  await deps.db.tx((tx) =>
    act(tx, deps, asked, 'refund_paid_otherwise', { reference }, () =>
      deps.ticketing.markRefundPaidManually(tx, asked.refundId, reference),
    ),
  );
}

async function act(
  tx: Tx,
  { accounts }: BackofficeDeps,
  { adminId, refundId }: RefundAction,
  action: 'refund_retried' | 'refund_paid_otherwise',
  more: Readonly<Record<string, string>>,
  work: () => Promise<boolean>,
): Promise<void> {
  const refund = await tx.one<{ order_id: string; buyer_id: number }>(
    `SELECT o.id AS order_id, o.buyer_id FROM refund r JOIN payment p ON p.id = r.payment_id
       JOIN orders o ON o.id = p.order_id WHERE r.id = $1`,
    [refundId],
  );
  if (!refund) throw refuse('refund_not_found');
  if (!(await work())) throw refuse('refund_not_given_up');
  await accounts.recordAudit(tx, {
    actorId: adminId,
    action,
    subjectId: refund.buyer_id,
    details: { order_uuid: refund.order_id, ...more },
  });
}
