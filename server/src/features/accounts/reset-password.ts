import { checkNewPassword } from '@frontrow/core/accounts/guessable-password.ts';
import { checkPassword } from '@frontrow/core/accounts/password.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import { commonPasswords } from './common-passwords.ts';
import { passwordChanged } from './facts.ts';
import type { LogInOrigin } from './known-devices.ts';
import { codeCounters } from './log-in-counters.ts';
import { moveGuestTickets } from './move-guest-tickets.ts';
import { closeLinks, consumeLink, readLink } from './one-time-links.ts';
import type { PasswordHash } from './password-hash.ts';
import { passSecondFactor } from './second-factor/pass-second-factor.ts';
import type { Sessions, SessionTokens } from './sessions.ts';
import { type AccountRow, findAccount, ownerOf } from './store.ts';
import { takeOverUnproven } from './take-over-unproven.ts';

export interface ResetPasswordUses extends Pick<Kit, 'clock' | 'config' | 'db' | 'ids' | 'log'> {
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
}

/**
 * Uses the mailed link up and sets a new password. Whoever reads the mail owns the address, so the address is proven
 * now. Every earlier session ends, because one of them may be the reason for the new password. Refuses a password that
 * is weak or easily guessed (the link still works), `reset_token_invalid`, `user_not_found` when the account was
 * erased, and `link_invalid` when another account has verified the address since.
 */
export async function resetPassword(
  uses: ResetPasswordUses,
  typed: { token: string; password: string; code: string | undefined },
  origin: LogInOrigin,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { db, ids, log, passwords, sessions } = uses;
  checkPassword(typed.password);
  // Without a known link no hash is computed, because hashing is costly.
  const asked = await readLink(db, 'reset_password', typed.token);
  const asking = asked && (await findAccount(db, asked.userId));
  if (!asked) throw refuse('reset_token_invalid');
  if (asking) checkNewPassword(typed.password, { owner: ownerOf(asking), common: commonPasswords });
  await passSecondFactor(uses, asked.userId, typed.code, codeCounters(asked.userId, 'email', origin));
  const passwordHash = await passwords.make(typed.password);
  const done = await db.tx(async (tx) => {
    const link = await readLink(tx, 'reset_password', typed.token);
    if (!link || !(await consumeLink(tx, typed.token))) throw refuse('reset_token_invalid');
    const found = await findAccount(tx, link.userId);
    if (!found || found.isGuest) throw refuse('user_not_found');
    // The account has another address since the mail was sent. The link proves only the old one.
    if (found.email !== link.payload.email) throw refuse('reset_token_invalid');
    await closeLinks(tx, found.id, ['reset_password', 'magic_link', 'social_link']);
    await takeOverUnproven(tx, sessions, found);
    await tx.query(
      `UPDATE app_user SET password_hash = $2, email_verified_at = coalesce(email_verified_at, app_now())
       WHERE id = $1`,
      [found.id, passwordHash],
    );
    await sessions.endAll(tx, found.id);
    await recordFact(tx, passwordChanged(found.id, ids.uuid()));
    const account = (await findAccount(tx, found.id))!;
    return { tokens: await sessions.openByPassword(tx, account, origin.userAgent), account };
  });
  await moveGuestTickets({ db, log }, done.account);
  return done;
}
