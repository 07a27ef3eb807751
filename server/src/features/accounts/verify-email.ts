import { mailsPerAddressMax, mailsWindowMs } from '@frontrow/core/accounts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import { type AttemptLimit, needAttempt } from './attempts.ts';
import { verificationAsked } from './facts.ts';
import { joinClaim } from './join-claim.ts';
import { moveGuestTickets } from './move-guest-tickets.ts';
import { consumeLink, readLink } from './one-time-links.ts';
import type { Sessions } from './sessions.ts';
import { type AccountRow, findAccount, findByEmail, isOwnedAlready } from './store.ts';
import { takeOverUnproven } from './take-over-unproven.ts';

const limit: AttemptLimit = { scope: 'verify_email', max: mailsPerAddressMax, windowMs: mailsWindowMs };

export interface VerifiedEmail {
  /** The account that the link was mailed for. */
  readonly account: AccountRow;
  /** The account that had proven the address before, if it is another one. */
  readonly owner: AccountRow | undefined;
}

/**
 * Uses the link of the verification mail up. The address is proven, and tickets that were bought with it as a guest
 * move to the account. If another account had proven it before, the two are joined instead. Refuses
 * `link_other_account` when the caller (`actorId`) is logged in with another account that has not proven the same
 * address yet.
 */
export async function verifyEmail(
  uses: Pick<Kit, 'db' | 'ids' | 'log' | 'storage'> & { readonly sessions: Sessions },
  token: string,
  actorId: number | undefined,
): Promise<VerifiedEmail> {
  const { db, log } = uses;
  const done = await prove(uses, token, actorId).catch((error: unknown) => {
    if (!isOwnedAlready(error)) throw error;
    return findOwner(uses, token);
  });
  if (!done.owner) await moveGuestTickets({ db, log }, done.account);
  else
    await joinClaim(uses, done.account.id, done.owner.id, async (tx, areOne) => {
      if (!areOne || !(await consumeLink(tx, token))) throw refuse('link_invalid');
    });
  return done;
}

async function linkedAccount(sql: Sql, token: string): Promise<{ account: AccountRow; email: string }> {
  const link = await readLink(sql, 'verify_email', token);
  const account = link && (await findAccount(sql, link.userId));
  const { email } = link?.payload ?? {};
  if (!account || !email || account.isGuest || account.email !== email) throw refuse('link_invalid');
  return { account, email };
}

/**
 * Proves the address. The database refuses it when the address has an owner. When several accounts have signed up with
 * the address, a stranger may have made this one: whoever opens the mail without being logged in to it takes it over.
 */
const prove = (
  { db, sessions }: Pick<Kit, 'db'> & { readonly sessions: Sessions },
  token: string,
  actorId: number | undefined,
): Promise<VerifiedEmail> =>
  db.tx(async (tx) => {
    const { account, email } = await linkedAccount(tx, token);
    const { first, newest } = await findByEmail(tx, email);
    const isContested = first?.id !== newest?.id;
    if (
      isContested &&
      actorId !== undefined &&
      actorId !== account.id &&
      (await findAccount(tx, actorId))?.email === email
    )
      throw refuse('link_other_account', { username: account.username });
    if (!(await consumeLink(tx, token))) throw refuse('link_invalid');
    await tx.query('UPDATE app_user SET email_verified_at = coalesce(email_verified_at, app_now()) WHERE id = $1', [
      account.id,
    ]);
    if (isContested && actorId !== account.id) await takeOverUnproven(tx, sessions, account);
    return { account: { ...account, emailVerified: true }, owner: undefined };
  });

/** The account that had proven the address of this link before. */
async function findOwner({ db }: Pick<Kit, 'db'>, token: string): Promise<VerifiedEmail> {
  const { account, email } = await linkedAccount(db, token);
  const { owner } = await findByEmail(db, email);
  if (!owner) throw refuse('link_invalid');
  return { account, owner };
}

/**
 * Asks for another verification mail, at most three an hour. A proven address gets none. Requests are counted by
 * account, so that nobody learns of others who asked for the same address.
 */
export async function askVerificationAgain({ db, ids }: Pick<Kit, 'db' | 'ids'>, accountId: number): Promise<void> {
  const account = await findAccount(db, accountId);
  if (!account?.email || account.emailVerified) return;
  await needAttempt(db, limit, String(account.id));
  await recordFact(db, verificationAsked(account.id, ids.uuid()));
}
