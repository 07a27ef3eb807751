import { domainToASCII } from 'node:url';
import { readEmail } from '@frontrow/core/accounts/email.ts';
import { mailsPerAddressMax, mailsWindowMs } from '@frontrow/core/accounts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { Kit } from '../../../kit.ts';
import { needAttempt } from '../attempts.ts';
import { emailChangeAsked } from '../facts.ts';
import { moveGuestTickets } from '../move-guest-tickets.ts';
import { closeLinks, consumeLink, readLink } from '../one-time-links.ts';
import type { PasswordHash } from '../password-hash.ts';
import { findAccount, isOwnedAlready } from '../store.ts';
import { checkPasswordAgain, type OwnSession } from './check-password-again.ts';

/**
 * Asks for another address. Nothing changes until the link that is mailed to it is used. Refuses `email_own` for the
 * present address.
 */
export async function askEmailChange(
  uses: Pick<Kit, 'db' | 'ids'> & { passwords: PasswordHash },
  session: OwnSession,
  typed: { email: string; password: string },
): Promise<void> {
  const accountId = session.id;
  const { db, ids } = uses;
  const email = readEmail(typed.email, domainToASCII);
  const account = await checkPasswordAgain(uses, session, typed.password);
  if (email === account.email) throw refuse('email_own', {}, { field: 'email' });
  await needAttempt(db, { scope: 'change_email', max: mailsPerAddressMax, windowMs: mailsWindowMs }, `${accountId}`);
  await recordFact(db, emailChangeAsked(account, email, ids.uuid()));
}

/**
 * Uses the link up: the account has the new address, and it is proven. Refuses `email_taken`, and `link_invalid` also
 * when all sessions were ended after the address was asked for, because an intruder may have asked for it.
 */
export async function confirmEmailChange({ db, log }: Pick<Kit, 'db' | 'log'>, token: string): Promise<void> {
  const account = await db
    .tx(async (tx) => {
      const link = await readLink(tx, 'change_email', token);
      const found = link && (await findAccount(tx, link.userId));
      const { email, sessionVersion } = link?.payload ?? {};
      if (!found || found.isGuest || !email || sessionVersion !== String(found.sessionVersion))
        throw refuse('link_invalid');
      if (!(await consumeLink(tx, token))) throw refuse('link_invalid');
      // Links that were mailed to the old address, or to a third one, must not work any more.
      await closeLinks(tx, found.id, ['change_email', 'verify_email', 'reset_password', 'magic_link', 'social_link']);
      const changed = await tx.one(
        `UPDATE app_user SET email_norm = $2, email_verified_at = app_now()
         WHERE id = $1 AND session_version = $3 AND erased_at IS NULL RETURNING id`,
        [found.id, email, found.sessionVersion],
      );
      if (!changed) throw refuse('link_invalid');
      return { ...found, email, emailVerified: true };
    })
    .catch((error: unknown) => {
      throw isOwnedAlready(error) ? refuse('email_taken') : error;
    });
  await moveGuestTickets({ db, log }, account);
}
