import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import type { Sessions } from './sessions.ts';
import { type AccountRow, isOwnedAlready } from './store.ts';

/**
 * Whoever reads the mail owns the address. Somebody else may have signed up with it and wait for its owner: their password,
 * their social identity and their sessions end here. Nothing happens where the address was proven before. Refuses `link_invalid`
 * when another account has proven it since the mail: the next mail goes there.
 */
export async function takeOverUnproven(tx: Sql, sessions: Sessions, account: AccountRow): Promise<void> {
  if (account.emailVerified) return;
  await tx
    .query('UPDATE app_user SET email_verified_at = app_now(), password_hash = NULL WHERE id = $1', [account.id])
    .catch((error: unknown) => {
      throw isOwnedAlready(error) ? refuse('link_invalid') : error;
    });
  await tx.query('DELETE FROM social_identity WHERE user_id = $1', [account.id]);
  await sessions.endAll(tx, account.id);
}
