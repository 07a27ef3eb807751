import { refuse } from '@frontrow/core/refuse.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { Kit } from '../../../kit.ts';
import { secondFactorChanged } from '../facts.ts';
import { sessionCodes } from '../log-in-counters.ts';
import { checkPasswordAgain, type OwnSession } from '../own-account/check-password-again.ts';
import type { PasswordHash } from '../password-hash.ts';
import { keepSessions } from '../sessions.ts';
import { hasSecondFactor, passSecondFactor } from './pass-second-factor.ts';

/**
 * Turns two-step log-in off. Needs the password and a code of the app or a recovery code. Refuses `token_invalid` when
 * another password was set meanwhile.
 */
export async function turnOffSecondFactor(
  uses: Pick<Kit, 'clock' | 'config' | 'db' | 'ids'> & { passwords: PasswordHash },
  session: OwnSession,
  typed: { password: string; code: string },
): Promise<void> {
  const accountId = session.id;
  const { db, ids } = uses;
  const account = await checkPasswordAgain(uses, session, typed.password);
  if (!(await hasSecondFactor(db, accountId))) throw refuse('second_factor_off');
  await passSecondFactor(uses, accountId, typed.code, [sessionCodes(session)]);
  await db.tx(async (tx) => {
    await keepSessions(tx, account);
    await tx.query('DELETE FROM second_factor WHERE user_id = $1', [accountId]);
    await recordFact(tx, secondFactorChanged(accountId, false, ids.uuid()));
  });
}
