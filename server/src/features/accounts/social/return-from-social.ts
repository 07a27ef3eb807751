import { suggestSignUp } from '@frontrow/core/accounts/social-sign-up.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../../kit.ts';
import { hashOf } from '../../../keys.ts';
import { moveGuestTickets } from '../move-guest-tickets.ts';
import { hasSecondFactor } from '../second-factor/pass-second-factor.ts';
import type { LogInOrigin } from '../known-devices.ts';
import type { Sessions, SessionTokens } from '../sessions.ts';
import type { AccountRow } from '../store.ts';
import { connectIdentity } from './connect-social.ts';
import { findByIdentity, finishTrip } from './store.ts';

type Uses = Pick<Kit, 'db' | 'ids' | 'log' | 'social'> & { readonly sessions: Sessions };

type Returned =
  | { readonly tokens: SessionTokens; readonly account: AccountRow }
  | { readonly codeNeeded: true }
  | { readonly connected: true }
  | { readonly signUp: ReturnType<typeof suggestSignUp> };

/**
 * Handles the return from the provider. The trip is used up before the provider is asked. Refuses `social_state_wrong`
 * for a key, state or code of another tab or of a used trip. A known identity is logged in, a new one may sign up, and
 * a trip that was begun to connect an identity connects it.
 */
export async function returnFromSocial(
  uses: Uses,
  back: { key: string; state: string; code: string },
  returnUrl: string,
  { userAgent }: Pick<LogInOrigin, 'userAgent'>,
): Promise<Returned> {
  const { db, log, sessions, social } = uses;
  if (!social) throw refuse('social_unset');
  const trip = await db.one<{ code_verifier: string; connect_to: number | null; connect_version: number }>(
    `UPDATE social_login SET returned_at = app_now()
     WHERE key_hash = $1 AND state_hash = $2 AND returned_at IS NULL AND expires_at > app_now()
     RETURNING code_verifier, connect_to, connect_version`,
    [hashOf(back.key), hashOf(back.state)],
  );
  if (!trip) throw refuse('social_state_wrong');
  const person = await social.person({
    code: back.code,
    state: back.state,
    codeVerifier: trip.code_verifier,
    returnUrl,
  });
  if (trip.connect_to !== null) {
    const account = { id: trip.connect_to, sessionVersion: trip.connect_version };
    await connectIdentity(uses, account, { provider: social.provider, ...person });
    return { connected: true };
  }
  const account = await findByIdentity(db, social.provider, person.subject);
  const keep = () =>
    db.query('UPDATE social_login SET person = $2 WHERE key_hash = $1', [hashOf(back.key), JSON.stringify(person)]);
  if (account && (await hasSecondFactor(db, account.id))) {
    await keep();
    return { codeNeeded: true };
  }
  if (account) {
    await finishTrip(db, back.key);
    await moveGuestTickets({ db, log }, account);
    return { tokens: await db.tx((tx) => sessions.open(tx, account, undefined, userAgent)), account };
  }
  await keep();
  return { signUp: suggestSignUp(person) };
}
