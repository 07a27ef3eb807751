import { passwordTypedMs } from '@frontrow/core/accounts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../../kit.ts';
import type { PasswordHash } from '../password-hash.ts';
import { checkPasswordAgain, type OwnSession } from './check-password-again.ts';

/**
 * Lets on whoever types the password now, or typed it in this session a short while ago. A session that is left open,
 * or was stolen, is not enough. Refuses `password_needed`, and `password_missing` where the account has none.
 */
export async function needPassword(
  uses: Pick<Kit, 'db'> & { passwords: PasswordHash },
  session: OwnSession,
  typed: string | undefined,
): Promise<void> {
  const { db } = uses;
  const { id, sessionId } = session;
  if (typed !== undefined) {
    await checkPasswordAgain(uses, session, typed);
    await db.query('UPDATE refresh_token SET password_at = app_now() WHERE family_id = $1 AND used_at IS NULL', [
      sessionId,
    ]);
    return;
  }
  const known = await db.one<{ recent: boolean; has_password: boolean }>(
    `SELECT password_hash IS NOT NULL AS has_password, EXISTS (
       SELECT 1 FROM refresh_token r
       WHERE r.family_id = $2 AND r.user_id = u.id AND r.password_at > app_now() - $3 * interval '1 ms') AS recent
     FROM app_user u WHERE id = $1`,
    [id, sessionId, passwordTypedMs],
  );
  if (known?.recent === true) return;
  throw refuse(known?.has_password === true ? 'password_needed' : 'password_missing', {}, { field: 'password' });
}
