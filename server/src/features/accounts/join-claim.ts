import type { Sql } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import { moveTickets } from './move-guest-tickets.ts';
import { erasePerson } from './own-account/erase-person.ts';
import type { Sessions } from './sessions.ts';
import type { AccountRow } from './store.ts';

/**
 * Somebody signed up with an address that another account has proven, and whoever reads its mails says that both are one: what
 * was bought goes to the owner, and the other account is gone. It stays while it holds what cannot move (`moveTickets`). `last` is
 * done with the last step: what comes before it may be done again.
 */
export async function joinClaim(
  { db, ids, log, sessions, storage }: Pick<Kit, 'db' | 'ids' | 'log' | 'storage'> & { readonly sessions: Sessions },
  claimId: number,
  owner: AccountRow,
  last?: (tx: Sql) => Promise<void>,
): Promise<void> {
  await moveTickets({ db, log }, claimId, owner.id);
  const avatarKey = await db.tx(async (tx) => {
    await last?.(tx);
    // Orders before the person: whoever buys locks in this order, too.
    await tx.query('SELECT 1 FROM orders WHERE buyer_id = $1 ORDER BY id FOR UPDATE', [claimId]);
    const claim = await tx.one<{ avatar_key: string | null }>(
      'SELECT avatar_key FROM app_user WHERE id = $1 AND email_verified_at IS NULL AND erased_at IS NULL FOR UPDATE',
      [claimId],
    );
    const kept = await tx.one(
      `SELECT 1 FROM orders WHERE buyer_id = $1 AND status NOT IN ('expired', 'cancelled', 'refunded')
       UNION ALL SELECT 1 FROM event WHERE host_id = $1`,
      [claimId],
    );
    if (!claim || kept) return undefined;
    await erasePerson(tx, { ids, sessions }, claimId);
    return claim.avatar_key;
  });
  if (avatarKey) await storage.delete(avatarKey).catch(() => undefined);
}
