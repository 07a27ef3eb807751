import { refuse } from '@frontrow/core/refuse.ts';
import type { Db } from '../../../db/db.ts';

/** Payouts go to this account from now on, automatic ones too. */
export async function chooseDefault(db: Db, hostId: number, methodId: string): Promise<void> {
  await db.tx(async (tx) => {
    await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [hostId]);
    await tx.query('UPDATE payout_method SET is_default = false WHERE host_id = $1 AND is_default AND id <> $2', [
      hostId,
      methodId,
    ]);
    const chosen = await tx.one(
      'UPDATE payout_method SET is_default = true WHERE id = $1 AND host_id = $2 RETURNING id',
      [methodId, hostId],
    );
    if (!chosen) throw refuse('payout_method_not_found');
  });
}
