import { domainToASCII } from 'node:url';
import { normaliseEmail } from '@frontrow/core/accounts/email.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../kit.ts';
import { judgeAttempt } from './attempts.ts';
import type { LogInOrigin } from './known-devices.ts';
import { codeCounters, passwordCounters } from './log-in-counters.ts';
import { moveGuestTickets } from './move-guest-tickets.ts';
import type { PasswordHash } from './password-hash.ts';
import { passSecondFactor } from './second-factor/pass-second-factor.ts';
import type { Sessions, SessionTokens } from './sessions.ts';
import { type AccountRow, findByEmail } from './store.ts';

export interface LogInUses extends Pick<Kit, 'clock' | 'config' | 'db' | 'ids' | 'log'> {
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
}

/**
 * Opens a session for the right address and password. Neither the sentence nor the time tells whether the address has
 * an account: three passwords are always compared (the owner's, the first claim's and the newest claim's), and failures
 * are counted for any address, those of strangers apart from those of the owner's devices. Claims come first, because
 * somebody who signs up with a guessed password must not learn that it is the owner's.
 */
export async function logIn(
  uses: LogInUses,
  typed: { email: string; password: string; code: string | undefined },
  origin: LogInOrigin,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { db, log, passwords, sessions } = uses;
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
  await passSecondFactor(uses, account.id, typed.code, codeCounters(account.id, 'password', origin));
  await moveGuestTickets({ db, log }, account);
  return { tokens: await db.tx((tx) => sessions.openByPassword(tx, account, origin.userAgent)), account };
}
