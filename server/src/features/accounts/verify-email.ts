import { mailsPerAddressMax, mailsWindowMs } from '@frontrow/core/accounts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import { type AttemptLimit, needAttempt } from './attempts.ts';
import { verificationAsked } from './facts.ts';
import { joinClaim } from './join-claim.ts';
import { moveGuestTickets } from './move-guest-tickets.ts';
import { consumeLink, readLink } from './one-time-links.ts';
import type { Sessions } from './sessions.ts';
import { type AccountRow, findAccount, findByEmail, isOwnedAlready } from './store.ts';

const limit: AttemptLimit = { scope: 'verify_email', max: mailsPerAddressMax, windowMs: mailsWindowMs };

export interface VerifiedEmail {
  /** Whom the link was mailed for. */
  readonly account: AccountRow;
  /** Whom the address belongs to, where another account had proven it before. */
  readonly owner: AccountRow | undefined;
}

/**
 * Uses the link of the verification mail up: the address is proven, and tickets bought with it as a guest come along. Where
 * another account had proven it before there is no second owner: the two are joined.
 */
export async function verifyEmail(
  uses: Pick<Kit, 'db' | 'ids' | 'log' | 'storage'> & { readonly sessions: Sessions },
  token: string,
): Promise<VerifiedEmail> {
  const { db, log } = uses;
  const done = await readAndUse(uses, token, true).catch((error: unknown) => {
    if (!isOwnedAlready(error)) throw error;
    return readAndUse(uses, token, false);
  });
  if (done.owner) await joinClaim(uses, done.account.id, done.owner);
  else await moveGuestTickets({ db, log }, done.account);
  return done;
}

/** With `proves` the database refuses when the address has an owner; without, that owner is answered. */
const readAndUse = ({ db }: Pick<Kit, 'db'>, token: string, proves: boolean): Promise<VerifiedEmail> =>
  db.tx(async (tx) => {
    const link = await readLink(tx, 'verify_email', token);
    const account = link && (await findAccount(tx, link.userId));
    const { email } = link?.payload ?? {};
    if (!account || !email || account.isGuest || account.email !== email) throw refuse('link_invalid');
    if (!(await consumeLink(tx, token))) throw refuse('link_invalid');
    if (!proves) {
      const { owner } = await findByEmail(tx, email);
      if (!owner) throw refuse('link_invalid');
      return { account, owner };
    }
    await tx.query('UPDATE app_user SET email_verified_at = coalesce(email_verified_at, app_now()) WHERE id = $1', [
      account.id,
    ]);
    return { account: { ...account, emailVerified: true }, owner: undefined };
  });

/**
 * Asks for the verification mail again; at most three an hour. An address that is proven already gets none. Counted by account:
 * what others asked for the same address must not show.
 */
export async function askVerificationAgain({ db, ids }: Pick<Kit, 'db' | 'ids'>, accountId: number): Promise<void> {
  const account = await findAccount(db, accountId);
  if (!account?.email || account.emailVerified) return;
  await needAttempt(db, limit, String(account.id));
  await recordFact(db, verificationAsked(account.id, ids.uuid()));
}
