import { domainToASCII } from 'node:url';
import { mailsPerAddressMax, mailsWindowMs } from '@frontrow/core/accounts/limits.ts';
import { readSignUp, type SignUpForm } from '@frontrow/core/accounts/sign-up.ts';
import { usernameSkeleton } from '@frontrow/core/accounts/look-alikes.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { violatedUnique } from '../../db/database-errors.ts';
import type { Sql, Tx } from '../../db/db.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import { requestLanguageNow } from '../../i18n/request-language.ts';
import { type AttemptLimit, type LogInOrigin, consumeAttempt } from './attempts.ts';
import { accountCreated, verificationRequested } from './facts.ts';
import { joinClaim } from './join-links.ts';
import { moveGuestTickets } from './move-guest-tickets.ts';
import { consumeLink, readLink } from './one-time-links.ts';
import { commonPasswords, type PasswordHash } from './passwords.ts';
import { type AccountRow, findAccount, findByEmail, isOwnedAlready } from './records.ts';
import { removeCards } from './remove-cards.ts';
import type { Sessions, SessionTokens } from './sessions.ts';

/**
 * Gives an account with an unverified email address to the reader of its emails. A stranger may have signed up with it,
 * so the password, the social identity, the address of the calendar, saved cards and all sessions are removed. Nothing
 * happens if the address was verified before. Refuses `link_invalid` if another account has verified it since the email
 * was sent.
 */
export async function claimUnverified(tx: Sql, sessions: Sessions, account: AccountRow): Promise<void> {
  if (account.emailVerified) return;
  await tx
    .query('UPDATE app_user SET email_verified_at = app_now(), password_hash = NULL WHERE id = $1', [account.id])
    .catch((error: unknown) => {
      throw isOwnedAlready(error) ? refuse('link_invalid') : error;
    });
  await tx.query('DELETE FROM social_identity WHERE user_id = $1', [account.id]);
  await tx.query('DELETE FROM passkey WHERE user_id = $1', [account.id]);
  await tx.query('DELETE FROM calendar_feed WHERE user_id = $1', [account.id]);
  await removeCards(tx, account.id);
  await sessions.endAll(tx, account.id);
}

interface SignUpDeps extends Pick<Kit, 'db' | 'clock'> {
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
}

/**
 * Creates an account and its first session. The email address is verified later, through the email that
 * `AccountCreated` causes. Whether the address already has an account is not checked here, because only the reader of
 * its emails may learn that.
 */
export async function signUp(
  { db, clock, passwords, sessions }: SignUpDeps,
  typed: SignUpForm,
  { userAgent }: Pick<LogInOrigin, 'userAgent'>,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const form = readSignUp(typed, { today, toAscii: domainToASCII, common: commonPasswords });
  await refuseTaken(db, form.username);
  const passwordHash = await passwords.make(form.password);
  try {
    return await db.tx(async (tx) => {
      const account = await createAccount(tx, form, passwordHash);
      return { tokens: await sessions.openByPassword(tx, account, userAgent), account };
    });
  } catch (error) {
    throw takenRefusal(error) ?? error;
  }
}

/**
 * Creates the row of a new person and the fact that causes the verification email. `browser` is the hashed key of an
 * attempt with a social provider.
 */
export async function createAccount(
  tx: Tx,
  form: Omit<SignUpForm, 'password'>,
  passwordHash: string | null,
  browser?: string,
): Promise<AccountRow> {
  const created = await tx.one<{ id: number }>(
    `INSERT INTO app_user (username, username_skeleton, email_norm, password_hash, name, surname, birth_date, language)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [
      form.username,
      usernameSkeleton(form.username),
      form.email,
      passwordHash,
      form.name,
      form.surname,
      form.dateOfBirth,
      requestLanguageNow(),
    ],
  );
  const account = await findAccount(tx, created!.id);
  await recordFact(tx, accountCreated(account!.id, browser));
  return account!;
}

/** Refuses a taken username before the costly hash. Of two at the same moment, the unique constraints decide. */
async function refuseTaken(db: Kit['db'], username: string): Promise<void> {
  const taken = await db.one('SELECT 1 FROM app_user WHERE username = $1 OR username_skeleton = $2', [
    username,
    usernameSkeleton(username),
  ]);
  if (taken) throw refuse('username_taken', {}, { field: 'username' });
}

/** The refusal for a username that another account has; undefined for any other error. */
export function takenRefusal(error: unknown): Error | undefined {
  if (violatedUnique(error)?.includes('username')) return refuse('username_taken', {}, { field: 'username' });
  return undefined;
}

const limit: AttemptLimit = { scope: 'verify_email', max: mailsPerAddressMax, windowMs: mailsWindowMs };

interface VerifiedEmail {
  /** The account that the link was emailed for. */
  readonly account: AccountRow;
  /** The account that had verified the email address before, if it is another one. */
  readonly owner: AccountRow | undefined;
}

/**
 * Consumes the link of the verification email. The address is verified, and tickets that were bought with it as a guest
 * move to the account. If another account had verified it before, the two are merged instead. Refuses
 * `link_other_account` if the caller (`actorId`) is logged in with another account that has not verified the same
 * address yet.
 */
export async function verifyEmail(
  deps: Pick<Kit, 'db' | 'ids' | 'log' | 'storage'> & { readonly sessions: Sessions },
  token: string,
  actorId: number | undefined,
): Promise<VerifiedEmail> {
  const { db, log } = deps;
  const done = await prove(deps, token, actorId).catch((error: unknown) => {
    if (!isOwnedAlready(error)) throw error;
    return findOwner(deps, token);
  });
  if (!done.owner) await moveGuestTickets({ db, log }, done.account);
  else
    await joinClaim(deps, done.account.id, done.owner.id, async (tx, areOne) => {
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
 * Verifies the email address. The database refuses it if the address has an owner. If several accounts have signed up
 * with the address, a stranger may have created this one: a reader who opens the email without being logged in to it
 * takes it over.
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
    if (isContested && actorId !== account.id) await claimUnverified(tx, sessions, account);
    return { account: { ...account, emailVerified: true }, owner: undefined };
  });

/** The account that had verified the email address of this link before. */
async function findOwner({ db }: Pick<Kit, 'db'>, token: string): Promise<VerifiedEmail> {
  const { account, email } = await linkedAccount(db, token);
  const { owner } = await findByEmail(db, email);
  if (!owner) throw refuse('link_invalid');
  return { account, owner };
}

/**
 * Requests another verification email, at most three an hour. A verified address gets none. Requests are counted by
 * account, so that no one learns of others who requested one for the same address.
 */
export async function resendVerification({ db, ids }: Pick<Kit, 'db' | 'ids'>, accountId: number): Promise<void> {
  const account = await findAccount(db, accountId);
  if (!account?.email || account.emailVerified) return;
  await consumeAttempt(db, limit, String(account.id));
  await recordFact(db, verificationRequested(account.id, ids.uuid()));
}
