import type { Kit } from '../../../kit.ts';
import { checkPasswordAgain, type OwnSession } from '../own-account/check-password-again.ts';
import type { PasswordHash } from '../password-hash.ts';
import { keepSessions } from '../sessions.ts';

/** The connected identity's name at the provider: empty if the provider told none, undefined without an identity. */
export async function connectedHandle(db: Kit['db'], accountId: number): Promise<string | undefined> {
  const row = await db.one<{ handle: string }>('SELECT handle FROM social_identity WHERE user_id = $1 LIMIT 1', [
    accountId,
  ]);
  return row?.handle;
}

/** Disconnects the identity. Needs the password, because an account without one could not be logged in to any more. */
export async function disconnectSocial(
  uses: Pick<Kit, 'db'> & { passwords: PasswordHash },
  session: OwnSession,
  password: string,
): Promise<void> {
  const account = await checkPasswordAgain(uses, session, password);
  await uses.db.tx(async (tx) => {
    await keepSessions(tx, account);
    await tx.query('DELETE FROM social_identity WHERE user_id = $1', [session.id]);
  });
}
