import { domainToASCII } from 'node:url';
import { normaliseEmail } from '@frontrow/core/accounts/email.ts';
import { loginFailuresMax, loginWindowMs } from '@frontrow/core/accounts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../kit.ts';
import { type AttemptLimit, giveAttemptBack, judgeAttempt } from './attempts.ts';
import { moveGuestTickets } from './move-guest-tickets.ts';
import type { PasswordHash } from './password-hash.ts';
import { passSecondFactor } from './second-factor/pass-second-factor.ts';
import type { Sessions, SessionTokens } from './sessions.ts';
import { type AccountRow, findByEmail } from './store.ts';

export interface LogInUses extends Pick<Kit, 'clock' | 'config' | 'db' | 'ids' | 'log'> {
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
}

const limit: AttemptLimit = { scope: 'login', max: loginFailuresMax, windowMs: loginWindowMs };

/**
 * Opens a session for the right address and password. Neither the sentence nor the time tells whether the address has
 * an account: three passwords are always compared (the owner's, the first claim's and the newest claim's), and failures
 * are counted for any address. Claims come first, because somebody who signs up with a guessed password must not learn
 * that it is the owner's.
 */
export async function logIn(
  uses: LogInUses,
  typed: { email: string; password: string; code: string | undefined },
  device?: string,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { db, log, passwords, sessions } = uses;
  const email = normaliseEmail(typed.email, domainToASCII);
  const account = await judgeAttempt(db, limit, email, async () => {
    const { owner, first, newest } = await findByEmail(db, email);
    const askedFor = [newest, first, owner];
    const right = await Promise.all(askedFor.map((one) => passwords.matches(one?.passwordHash, typed.password)));
    return askedFor[right.indexOf(true)];
  });
  if (!account) throw refuse('credentials_wrong');
  await giveAttemptBack(db, limit, email);
  await passSecondFactor(uses, account.id, typed.code);
  await moveGuestTickets({ db, log }, account);
  return { tokens: await db.tx((tx) => sessions.openByPassword(tx, account, device)), account };
}
