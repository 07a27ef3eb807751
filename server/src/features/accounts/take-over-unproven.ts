import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import type { Sessions } from './sessions.ts';
import { type AccountRow, isOwnedAlready } from './store.ts';

/**
 * Gives an account with an unproven address to whoever reads the mails of the address. A stranger may have signed up
 * with it, so the password, the social identity and all sessions end. Nothing happens when the address was proven
 * before. Refuses `link_invalid` when another account has proven it since the mail was sent.
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
