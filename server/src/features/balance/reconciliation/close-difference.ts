import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { ReconciliationKit } from './reconcile.ts';

/** An app admin has dealt with a difference by hand, and says how. */
export async function closeDifference(
  { accounts, db }: Pick<ReconciliationKit, 'accounts' | 'db'>,
  { adminId, differenceId, reason: typed }: { adminId: number; differenceId: string; reason: string },
): Promise<void> {
  const reason = readRefusalReason(typed);
  await db.tx(async (tx) => {
    const row = await tx.one<{ provider: string; kind: string; ref: string }>(
      `UPDATE reconciliation_difference SET resolved_at = app_now(), closed_by = $2, close_reason = $3
       WHERE id = $1 AND resolved_at IS NULL RETURNING provider, kind, ref`,
      [differenceId, adminId, reason],
    );
    if (!row) throw refuse('not_found');
    await accounts.recordAudit(tx, {
      actorId: adminId,
      action: 'difference_closed',
      subjectId: undefined,
      details: { difference: differenceId, ...row, reason },
    });
  });
}
