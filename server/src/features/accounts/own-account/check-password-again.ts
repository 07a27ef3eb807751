import { loginWindowMs, passwordChecksMax } from '@frontrow/core/accounts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../../kit.ts';
import { type AttemptLimit, giveAttemptBack, needAttempt } from '../attempts.ts';
import type { PasswordHash } from '../password-hash.ts';
import { type AccountRow, findAccount } from '../store.ts';

const limit: AttemptLimit = { scope: 'password', max: passwordChecksMax, windowMs: loginWindowMs };

/** The account, when the password typed again is its own: a device left open is no way to take an account over. */
export async function checkPasswordAgain(
  { db, passwords }: Pick<Kit, 'db'> & { passwords: PasswordHash },
  accountId: number,
  password: string,
): Promise<AccountRow> {
  await needAttempt(db, limit, String(accountId));
  const account = await findAccount(db, accountId);
  if (!account) throw refuse('user_not_found');
  if (!(await passwords.matches(account.passwordHash, password)))
    throw refuse('password_wrong', {}, { field: 'password' });
  await giveAttemptBack(db, limit, String(accountId));
  return account;
}
