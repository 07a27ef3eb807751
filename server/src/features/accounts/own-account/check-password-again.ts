import { loginWindowMs, passwordChecksMax } from '@frontrow/core/accounts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../../kit.ts';
import type { SessionOf } from '../../../http/callers/authenticate.ts';
import { judgeAttempt } from '../attempts.ts';
import type { PasswordHash } from '../password-hash.ts';
import { type AccountRow, findAccount } from '../store.ts';

const limit = { scope: 'password of session', max: passwordChecksMax, windowMs: loginWindowMs };

/** The session in which somebody changes their own account. */
export type OwnSession = Pick<SessionOf, 'id' | 'sessionId'>;

/**
 * Returns the account if the typed password is right, so that nobody takes an account over on a device left open. Wrong
 * ones are counted by session: who has a stolen one cannot keep the owner from typing it in another.
 */
export async function checkPasswordAgain(
  { db, passwords }: Pick<Kit, 'db'> & { passwords: PasswordHash },
  { id, sessionId }: OwnSession,
  password: string,
): Promise<AccountRow> {
  const counters = [{ ...limit, key: sessionId }];
  const account = await judgeAttempt(db, { counters, refusal: 'password_checks_paused' }, async () => {
    const found = await findAccount(db, id);
    if (!found) throw refuse('user_not_found');
    return (await passwords.matches(found.passwordHash, password)) ? found : undefined;
  });
  if (!account) throw refuse('password_wrong', {}, { field: 'password' });
  return account;
}
