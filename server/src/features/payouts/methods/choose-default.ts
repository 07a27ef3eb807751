import { refuse } from '@frontrow/core/refuse.ts';
import type { PayoutsKit } from '../payouts-kit.ts';
import { recordMethodChange } from './record-method-change.ts';

/** Payouts go to this account from now on, automatic ones too. The host is told where that is news. */
export async function chooseDefault(
  { db, ids }: Pick<PayoutsKit, 'db' | 'ids'>,
  hostId: number,
  methodId: string,
): Promise<void> {
  await db.tx(async (tx) => {
    await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [hostId]);
    const chosen = await tx.one<{ is_default: boolean }>(
      'SELECT is_default FROM payout_method WHERE id = $1 AND host_id = $2 FOR NO KEY UPDATE',
      [methodId, hostId],
    );
    if (!chosen) throw refuse('payout_method_not_found');
    if (chosen.is_default) return;
    await tx.query('UPDATE payout_method SET is_default = false WHERE host_id = $1 AND is_default', [hostId]);
    await tx.query('UPDATE payout_method SET is_default = true WHERE id = $1', [methodId]);
    await recordMethodChange(tx, ids, { hostId, methodId, isNew: false });
  });
}
