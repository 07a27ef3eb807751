import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../../kit.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import { socialConnected } from '../facts.ts';
import { checkPasswordAgain, type OwnSession } from '../own-account/check-password-again.ts';
import type { PasswordHash } from '../password-hash.ts';
import { beginSocial } from './begin-social.ts';
import { keepIdentity } from './store.ts';

/**
 * Begins a trip that connects an identity to the caller's account. Needs the password, because somebody at a device
 * left open must not add a way in.
 */
export async function connectSocial(
  uses: Pick<Kit, 'db' | 'ids' | 'social'> & { passwords: PasswordHash },
  session: OwnSession,
  password: string,
  returnUrl: string,
): Promise<{ url: string; key: string }> {
  return beginSocial(uses, returnUrl, await checkPasswordAgain(uses, session, password));
}

/**
 * Ends that trip: the identity can log in to this account from now on. Refuses `social_taken` when it belongs to
 * another account, and `social_over` when all sessions were ended after the trip began, because an intruder may have
 * begun it.
 */
export async function connectIdentity(
  { db, ids }: Pick<Kit, 'db' | 'ids'>,
  account: { id: number; sessionVersion: number },
  identity: { provider: string; subject: string; handle: string },
): Promise<void> {
  await db.tx(async (tx) => {
    const there = await tx.one(
      'SELECT 1 FROM app_user WHERE id = $1 AND session_version = $2 AND erased_at IS NULL FOR UPDATE',
      [account.id, account.sessionVersion],
    );
    if (!there) throw refuse('social_over');
    if (!(await keepIdentity(tx, account.id, identity))) throw refuse('social_taken');
    await recordFact(tx, socialConnected(account.id, ids.uuid()));
  });
}
