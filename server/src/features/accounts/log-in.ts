import { normaliseEmail } from '@frontrow/core/accounts/email.ts';
import { loginFailuresMax, loginWindowMs } from '@frontrow/core/accounts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../kit.ts';
import { type AttemptLimit, giveAttemptBack, needAttempt } from './attempts.ts';
import { moveGuestTickets } from './move-guest-tickets.ts';
import type { PasswordHash } from './password-hash.ts';
import type { Sessions, SessionTokens } from './sessions.ts';
import { type AccountRow, findByEmail } from './store.ts';

export interface LogInUses extends Pick<Kit, 'db' | 'log'> {
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
}

const limit: AttemptLimit = { scope: 'login', max: loginFailuresMax, windowMs: loginWindowMs };

/**
 * A session for the right address and password. Whether the address exists shows neither in the sentence nor in the time: a
 * missing account is compared too, and failures are counted for any address (reliability 1.26, 1.32).
 */
export async function logIn(
  { db, log, passwords, sessions }: LogInUses,
  typed: { email: string; password: string },
  device?: string,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const email = normaliseEmail(typed.email);
  await needAttempt(db, limit, email);
  const account = await findByEmail(db, email);
  const right = await passwords.matches(account?.passwordHash, typed.password);
  if (!account || !right) throw refuse('credentials_wrong');
  await giveAttemptBack(db, limit, email);
  await moveGuestTickets({ db, log }, account);
  return { tokens: await sessions.open(db, account, undefined, device), account };
}
