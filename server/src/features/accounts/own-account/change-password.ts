import { checkNewPassword } from '@frontrow/core/accounts/guessable-password.ts';
import { checkPassword } from '@frontrow/core/accounts/password.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { Kit } from '../../../kit.ts';
import { commonPasswords } from '../common-passwords.ts';
import { passwordChanged } from '../facts.ts';
import { closeLinks } from '../one-time-links.ts';
import type { PasswordHash } from '../password-hash.ts';
import type { Sessions, SessionTokens } from '../sessions.ts';
import { type AccountRow, findAccount, ownerOf } from '../store.ts';
import { checkPasswordAgain, type OwnSession } from './check-password-again.ts';

export interface ChangePasswordUses extends Pick<Kit, 'db' | 'ids'> {
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
}

/**
 * Changes the password. Every session ends, and the caller gets a new one. Refuses `token_invalid` when all sessions
 * were ended while the password was compared: somebody who knows only the old password must not overwrite one that was
 * reset meanwhile.
 */
export async function changePassword(
  uses: ChangePasswordUses,
  session: OwnSession,
  typed: { password: string; newPassword: string },
  device: string | undefined,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const accountId = session.id;
  const { db, ids, passwords, sessions } = uses;
  const field = 'new_password';
  checkPassword(typed.newPassword, field);
  const account = await checkPasswordAgain(uses, session, typed.password);
  checkNewPassword(typed.newPassword, { owner: ownerOf(account), common: commonPasswords, field });
  const passwordHash = await passwords.make(typed.newPassword);
  return db.tx(async (tx) => {
    // Links are locked before the account, as when a link is used.
    await closeLinks(tx, accountId, ['reset_password', 'magic_link', 'social_link']);
    const changed = await tx.one(
      `UPDATE app_user SET password_hash = $2
       WHERE id = $1 AND session_version = $3 AND erased_at IS NULL RETURNING id`,
      [accountId, passwordHash, account.sessionVersion],
    );
    if (!changed) throw refuse('token_invalid');
    await sessions.endAll(tx, accountId);
    await recordFact(tx, passwordChanged(accountId, ids.uuid()));
    const changedAccount = (await findAccount(tx, accountId))!;
    return { tokens: await sessions.openByPassword(tx, changedAccount, device), account: changedAccount };
  });
}
