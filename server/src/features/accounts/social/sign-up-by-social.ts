import { mailsPerAddressMax, mailsWindowMs } from '@frontrow/core/accounts/limits.ts';
import { readSocialSignUp, type SocialSignUpForm } from '@frontrow/core/accounts/social-sign-up.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { Kit } from '../../../kit.ts';
import { hashOf } from '../../../keys.ts';
import { takeAttempt } from '../attempts.ts';
import { socialLinkAsked } from '../facts.ts';
import type { Sessions, SessionTokens } from '../sessions.ts';
import { createAccount, takenRefusal } from '../sign-up.ts';
import { type AccountRow, findByEmail } from '../store.ts';
import { finishTrip, keepIdentity, lockReturned } from './store.ts';

type Uses = Pick<Kit, 'clock' | 'db' | 'ids' | 'social'> & { readonly sessions: Sessions };

/**
 * The form after a social log-in. A new address becomes an account with this identity. An address that has an account is
 * never connected by what somebody typed: its owner gets a mail, and undefined is answered.
 */
export async function signUpBySocial(
  { clock, db, ids, sessions, social }: Uses,
  typed: SocialSignUpForm & { key: string },
  device?: string,
): Promise<{ tokens: SessionTokens; account: AccountRow } | undefined> {
  if (!social) throw refuse('social_unset');
  const form = readSocialSignUp(typed, new Date(clock.now()).toISOString().slice(0, 10));
  const { provider } = social;
  return db
    .tx(async (tx) => {
      const person = await lockReturned(tx, typed.key);
      if (!person) throw refuse('social_over');
      const owner = await findByEmail(tx, form.email);
      if (owner) {
        const limit = { scope: 'social_link', max: mailsPerAddressMax, windowMs: mailsWindowMs };
        const { ok } = await takeAttempt(tx, limit, form.email);
        const browser = hashOf(typed.key).toString('base64url');
        const { subject, handle } = person;
        if (ok) await recordFact(tx, socialLinkAsked(owner.id, { provider, subject, handle, browser }, ids.uuid()));
        return undefined;
      }
      const account = await createAccount(tx, form, null);
      if (!(await keepIdentity(tx, account.id, { provider, ...person }))) throw refuse('social_taken');
      await finishTrip(tx, typed.key);
      return { tokens: await sessions.open(tx, account, undefined, device), account };
    })
    .catch((error: unknown) => {
      throw takenRefusal(error) ?? error;
    });
}
