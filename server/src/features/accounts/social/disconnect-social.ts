import type { Kit } from '../../../kit.ts';
import { checkPasswordAgain } from '../own-account/check-password-again.ts';
import type { PasswordHash } from '../password-hash.ts';
import { keepSessions } from '../sessions.ts';

/** The name the connected identity goes by at its provider; empty where it told none, undefined without one. */
export async function connectedHandle(db: Kit['db'], accountId: number): Promise<string | undefined> {
  const row = await db.one<{ handle: string }>('SELECT handle FROM social_identity WHERE user_id = $1 LIMIT 1', [
    accountId,
  ]);
  return row?.handle;
}

/** Ends the way in by social log-in. It takes the password: without one this would lock the person out. */
export async function disconnectSocial(
  uses: Pick<Kit, 'db'> & { passwords: PasswordHash },
  accountId: number,
  password: string,
): Promise<void> {
  const account = await checkPasswordAgain(uses, accountId, password);
  await uses.db.tx(async (tx) => {
    await keepSessions(tx, account);
    await tx.query('DELETE FROM social_identity WHERE user_id = $1', [accountId]);
  });
}
