import { domainToASCII } from 'node:url';
import { readSocialSignUp, type SocialSignUpForm } from '@frontrow/core/accounts/social-sign-up.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../../kit.ts';
import { hashOf } from '../../../keys.ts';
import type { LogInOrigin } from '../known-devices.ts';
import type { Sessions, SessionTokens } from '../sessions.ts';
import { createAccount, takenRefusal } from '../sign-up.ts';
import type { AccountRow } from '../store.ts';
import { finishTrip, keepIdentity, lockReturned } from './store.ts';

type Uses = Pick<Kit, 'clock' | 'db' | 'social'> & { readonly sessions: Sessions };

/**
 * Creates an account with a social identity from the form, also when the address has an owner already. Typing an
 * address never connects the identity to the owner's account: the owner gets a mail, and its link works only in the
 * browser of this trip.
 */
export async function signUpBySocial(
  { clock, db, sessions, social }: Uses,
  typed: SocialSignUpForm & { key: string },
  { userAgent }: Pick<LogInOrigin, 'userAgent'>,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  if (!social) throw refuse('social_unset');
  const form = readSocialSignUp(typed, new Date(clock.now()).toISOString().slice(0, 10), domainToASCII);
  const { provider } = social;
  return db
    .tx(async (tx) => {
      const person = await lockReturned(tx, typed.key);
      if (!person) throw refuse('social_over');
      const account = await createAccount(tx, form, null, hashOf(typed.key).toString('base64url'));
      if (!(await keepIdentity(tx, account.id, { provider, ...person }))) throw refuse('social_taken');
      await finishTrip(tx, typed.key);
      return { tokens: await sessions.open(tx, account, undefined, userAgent), account };
    })
    .catch((error: unknown) => {
      throw takenRefusal(error) ?? error;
    });
}
