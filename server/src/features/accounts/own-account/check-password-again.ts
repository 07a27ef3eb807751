import { loginWindowMs, passwordChecksMax } from '@frontrow/core/accounts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../../kit.ts';
import { type AttemptLimit, giveAttemptBack, judgeAttempt } from '../attempts.ts';
import type { PasswordHash } from '../password-hash.ts';
import { type AccountRow, findAccount } from '../store.ts';

const limit: AttemptLimit = { scope: 'password', max: passwordChecksMax, windowMs: loginWindowMs };

/** Returns the account if the typed password is right, so that nobody takes an account over on a device left open. */
export async function checkPasswordAgain(
  { db, passwords }: Pick<Kit, 'db'> & { passwords: PasswordHash },
  accountId: number,
  password: string,
): Promise<AccountRow> {
  const { account, isRight } = await judgeAttempt(db, limit, String(accountId), async () => {
    const found = await findAccount(db, accountId);
    if (!found) throw refuse('user_not_found');
    return { account: found, isRight: await passwords.matches(found.passwordHash, password) };
  });
  if (!isRight) throw refuse('password_wrong', {}, { field: 'password' });
  await giveAttemptBack(db, limit, String(accountId));
  return account;
}
