import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../../kit.ts';
import type { LogInOrigin } from '../known-devices.ts';
import { codeCounters } from '../log-in-counters.ts';
import { moveGuestTickets } from '../move-guest-tickets.ts';
import { passSecondFactor } from '../second-factor/pass-second-factor.ts';
import type { Sessions, SessionTokens } from '../sessions.ts';
import type { AccountRow } from '../store.ts';
import { findByIdentity, finishTrip, lockReturned } from './store.ts';

type Uses = Pick<Kit, 'clock' | 'config' | 'db' | 'ids' | 'log' | 'social'> & { readonly sessions: Sessions };

/** The second step of a social log-in, for an account with two-step log-in. */
export async function enterBySocial(
  uses: Uses,
  { key, code }: { key: string; code: string },
  origin: LogInOrigin,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { db, log, sessions, social } = uses;
  if (!social) throw refuse('social_unset');
  const person = await lockReturned(db, key);
  const account = person && (await findByIdentity(db, social.provider, person.subject));
  if (!account) throw refuse('social_over');
  await passSecondFactor(uses, account.id, code, codeCounters(account.id, 'social', origin));
  const tokens = await db.tx(async (tx) => {
    if (!(await lockReturned(tx, key))) throw refuse('social_over');
    await finishTrip(tx, key);
    return sessions.open(tx, account, undefined, origin.userAgent);
  });
  await moveGuestTickets({ db, log }, account);
  return { tokens, account };
}
