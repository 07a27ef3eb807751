import { refuse } from '@frontrow/core/refuse.ts';
import type { PayoutsKit } from '../payouts-kit.ts';
import { recordMethodChange } from './record-method-change.ts';

/** Removes an account, unless a payout to it is on its way; the newest one left becomes the default. */
export async function removeMethod(
  { db, ids }: Pick<PayoutsKit, 'db' | 'ids'>,
  hostId: number,
  methodId: string,
): Promise<void> {
  await db.tx(async (tx) => {
    // A payout that is being made to this account holds its row.
    const method = await tx.one<{ is_default: boolean }>(
      'SELECT is_default FROM payout_method WHERE id = $1 AND host_id = $2 FOR UPDATE',
      [methodId, hostId],
    );
    if (!method) throw refuse('payout_method_not_found');
    const open = await tx.one("SELECT 1 FROM payout WHERE method_id = $1 AND status IN ('requested', 'sent')", [
      methodId,
    ]);
    if (open) throw refuse('payout_method_in_use');
    await tx.query('DELETE FROM payout_method WHERE id = $1', [methodId]);
    if (!method.is_default) return;
    const next = await tx.one<{ id: string }>(
      `UPDATE payout_method SET is_default = true WHERE id = (
         SELECT id FROM payout_method WHERE host_id = $1 ORDER BY created_at DESC, id LIMIT 1) RETURNING id`,
      [hostId],
    );
    if (next) await recordMethodChange(tx, ids, { hostId, methodId: next.id, isNew: false });
  });
}
