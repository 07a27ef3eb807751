import { mailsPerAddressMax, mailsWindowMs } from '@frontrow/core/accounts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import { type AttemptLimit, needAttempt } from './attempts.ts';
import { verificationAsked } from './facts.ts';
import { moveGuestTickets } from './move-guest-tickets.ts';
import { consumeLink, readLink } from './one-time-links.ts';
import { type AccountRow, findAccount } from './store.ts';

const limit: AttemptLimit = { scope: 'verify_email', max: mailsPerAddressMax, windowMs: mailsWindowMs };

/** Uses the link of the verification mail up: the address is proven, and tickets bought with it as a guest come along. */
export async function verifyEmail({ db, log }: Pick<Kit, 'db' | 'log'>, token: string): Promise<AccountRow> {
  const account = await db.tx(async (tx) => {
    const link = await readLink(tx, 'verify_email', token);
    const found = link && (await findAccount(tx, link.userId));
    if (!link || !found || found.isGuest || found.email !== link.payload.email) throw refuse('link_invalid');
    if (!(await consumeLink(tx, token))) throw refuse('link_invalid');
    await tx.query('UPDATE app_user SET email_verified_at = coalesce(email_verified_at, app_now()) WHERE id = $1', [
      found.id,
    ]);
    return { ...found, emailVerified: true };
  });
  await moveGuestTickets({ db, log }, account);
  return account;
}

/** Asks for the verification mail again; at most three an hour. An address that is proven already gets none. */
export async function askVerificationAgain({ db, ids }: Pick<Kit, 'db' | 'ids'>, accountId: number): Promise<void> {
  const account = await findAccount(db, accountId);
  if (!account?.email || account.emailVerified) return;
  await needAttempt(db, limit, account.email);
  await recordFact(db, verificationAsked(account.id, ids.uuid()));
}
