import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { normaliseEmail } from '@frontrow/core/accounts/email.ts';
import { checkNewPassword, checkPassword } from '@frontrow/core/accounts/password.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import { deriveKey } from '../../keys.ts';
import { markRecorded } from '../../http/errors/answer-errors.ts';
import type { Kit } from '../../kit.ts';
import type { LogInWay } from '../../ports/log.ts';
import { codeCounters, createKnownDevices, judgeAttempt, type LogInOrigin, passwordCounters } from './attempts.ts';
import { passwordChanged } from './facts.ts';
import { moveGuestTickets } from './move-guest-tickets.ts';
import { closeLinks, consumeLink, readLink } from './one-time-links.ts';
import { commonPasswords, type PasswordHash } from './passwords.ts';
import { type AccountRow, findAccount, findByEmail, ownerOf } from './records.ts';
import { passSecondFactor } from './second-factor.ts';
import type { Sessions, SessionTokens } from './sessions.ts';
import { claimUnverified } from './sign-up.ts';

interface LogInDeps extends Pick<Kit, 'clock' | 'config' | 'db' | 'ids' | 'log'> {
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
}

/**
 * Opens a session for the right email address and password. Neither the message nor the time reveals whether the
 * address has an account: three passwords are always compared (the owner's, the first claim's and the newest claim's),
 * and failures are counted for any address, those of strangers separately from those of the owner's devices. Claims
 * come first, because a person who signs up with a guessed password must not learn that it is the owner's.
 */
export async function logIn(
  deps: LogInDeps,
  typed: { email: string; password: string; code: string | undefined },
  origin: LogInOrigin,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { db, log, passwords, sessions } = deps;
  const email = normaliseEmail(typed.email, domainToASCII);
  const found = await findByEmail(db, email);
  const counters = passwordCounters(email, found, origin);
  const account = await judgeAttempt(db, { counters, refusal: 'login_paused' }, async () => {
    const { owner, first, newest } = found;
    const askedFor = [newest, first, owner];
    const right = await Promise.all(askedFor.map((one) => passwords.matches(one?.passwordHash, typed.password)));
    return askedFor[right.indexOf(true)];
  });
  // The sentence does not name the account; the security log does.
  const meant = found.owner ?? found.first;
  if (!account) throw refuse('credentials_wrong', meant ? { account: meant.id } : {});
  await passSecondFactor(deps, account.id, typed.code, codeCounters(account.id, 'password', origin));
  await moveGuestTickets({ db, log }, account);
  return { tokens: await db.tx((tx) => sessions.openByPassword(tx, account, origin.userAgent)), account };
}

/**
 * Consumes the emailed link and opens a session. The reader of the email owns the address, so the address is verified
 * now.
 */
export async function logInByLink(
  deps: Pick<Kit, 'clock' | 'config' | 'db' | 'ids' | 'log'> & { sessions: Sessions },
  { token, code }: { token: string; code: string | undefined },
  origin: LogInOrigin,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { db, log, sessions } = deps;
  const asked = await readLink(db, 'magic_link', token);
  if (asked) await passSecondFactor(deps, asked.userId, code, codeCounters(asked.userId, 'email', origin));
  const done = await db.tx(async (tx) => {
    const link = await readLink(tx, 'magic_link', token);
    const found = link && (await findAccount(tx, link.userId));
    if (!link || !found || found.isGuest || found.email !== link.payload.email) throw refuse('link_invalid');
    if (!(await consumeLink(tx, token))) throw refuse('link_invalid');
    await claimUnverified(tx, sessions, found);
    const account = (await findAccount(tx, found.id))!;
    return { tokens: await sessions.open(tx, account, undefined, origin.userAgent), account };
  });
  await moveGuestTickets({ db, log }, done.account);
  return done;
}

interface ResetPasswordDeps extends Pick<Kit, 'clock' | 'config' | 'db' | 'ids' | 'log'> {
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
}

/**
 * Consumes the emailed link and sets a new password. The reader of the email owns the address, so the address is
 * verified now. Every earlier session ends, because one of them may be the reason for the new password. Refuses a
 * password that is weak or easily guessed (the link still works), `reset_token_invalid`, `user_not_found` if the
 * account was erased, and `link_invalid` if another account has verified the address since.
 */
export async function resetPassword(
  deps: ResetPasswordDeps,
  typed: { token: string; password: string; code: string | undefined },
  origin: LogInOrigin,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { db, ids, log, passwords, sessions } = deps;
  checkPassword(typed.password);
  // Without a known link no hash is computed, because hashing is costly.
  const asked = await readLink(db, 'reset_password', typed.token);
  const asking = asked && (await findAccount(db, asked.userId));
  if (!asked) throw refuse('reset_token_invalid');
  if (asking) checkNewPassword(typed.password, { owner: ownerOf(asking), common: commonPasswords });
  await passSecondFactor(deps, asked.userId, typed.code, codeCounters(asked.userId, 'email', origin));
  const passwordHash = await passwords.make(typed.password);
  const done = await db.tx(async (tx) => {
    const link = await readLink(tx, 'reset_password', typed.token);
    if (!link || !(await consumeLink(tx, typed.token))) throw refuse('reset_token_invalid');
    const found = await findAccount(tx, link.userId);
    if (!found || found.isGuest) throw refuse('user_not_found');
    // The account has another email address since the email was sent. The link verifies only the old one.
    if (found.email !== link.payload.email) throw refuse('reset_token_invalid');
    await closeLinks(tx, found.id, ['reset_password', 'magic_link', 'social_link']);
    await claimUnverified(tx, sessions, found);
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

interface LogInCall {
  readonly address: string;
  readonly header: (name: string) => string | undefined;
  readonly answerHeader: (name: string, value: string) => void;
}

interface LoggedIn {
  readonly tokens: SessionTokens;
  readonly account: AccountRow;
}

/** Runs a login of any kind. */
export type AnswerLogIn = <T extends LoggedIn | object>(
  call: LogInCall,
  attempt: { readonly how: LogInWay; readonly email?: string },
  work: (origin: LogInOrigin) => Promise<T>,
) => Promise<T>;

/** A step before the end of a login, which every person with two-step login goes through. */
const isNoFailure = (code: string): boolean => code === 'code_required';
const subjectChars = 12;

/**
 * What all logins have in common, however they are done: the browser is remembered as a known device, and the security
 * log gets a line, good or bad. Only logins that open a session for an account are remembered.
 */
export function createLogInAnswers(kit: Pick<Kit, 'clock' | 'config' | 'ids' | 'security'>): AnswerLogIn {
  const { config, security } = kit;
  const devices = createKnownDevices(kit);
  const key = deriveKey(config.secret, 'log-in-subject');
  const subjectOf = (email: string): string =>
    createHmac('sha256', key).update(normaliseEmail(email, domainToASCII)).digest('base64url').slice(0, subjectChars);

  return async (call, { how, email }, work) => {
    const origin = devices.originOf(call);
    const { network } = origin;
    try {
      const done = await work(origin);
      if ('tokens' in done) {
        if (!done.account.isGuest) call.answerHeader('set-cookie', devices.remember(origin, done.account.id));
        security.loggedIn({ account: done.account.id, network }, how);
      }
      return done;
    } catch (error) {
      if (error instanceof Refusal && !isNoFailure(error.code)) {
        const account = typeof error.params.account === 'number' ? error.params.account : undefined;
        const subject = email === undefined ? undefined : { subject: subjectOf(email) };
        security.logInRefused({ account, network }, how, { reason: error.code, ...subject });
        // An exhausted limit has its own line as well.
        if (error.status !== 429) markRecorded(error);
      }
      throw error;
    }
  };
}
