import { domainToASCII } from 'node:url';
import { socialReturnPath } from '@frontrow/contract/accounts/links.ts';
import type { SocialWay } from '@frontrow/core/accounts/limits.ts';
import { readSocialSignUp, type SocialSignUpForm, suggestSignUp } from '@frontrow/core/accounts/sign-up.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { pageOrigin } from '../../../http/addresses.ts';
import { hashOf } from '../../../keys.ts';
import type { Kit } from '../../../kit.ts';
import type { Config } from '../../../process/config.ts';
import { codeCounters, type LogInOrigin } from '../attempts.ts';
import { joinClaim } from '../join-links.ts';
import { moveGuestTickets } from '../move-guest-tickets.ts';
import { consumeLink, isOpenLink, readLink } from '../one-time-links.ts';
import { type AccountRow, findAccount } from '../records.ts';
import { hasSecondFactor, passSecondFactor } from '../second-factor.ts';
import type { Sessions, SessionTokens } from '../sessions.ts';
import { createAccount, takenRefusal } from '../sign-up.ts';
import {
  connectIdentity,
  findByIdentity,
  deleteSocialAttempt,
  saveIdentity,
  lockReturned,
  moveIdentities,
  providerOf,
  wayOfAttempt,
} from './connections.ts';

/**
 * Where the provider sends people back to. A configured provider has one address; the built-in one uses the page's own.
 */
export function returnAddress(config: Config, header: (name: string) => string | undefined, way: SocialWay): string {
  const origin = way === 'openid' || config.instagram ? config.publicUrl : pageOrigin(config, header('host'));
  return `${origin}${socialReturnPath}`;
}

type ReturnDeps = Pick<Kit, 'db' | 'ids' | 'log' | 'openId' | 'social'> & { readonly sessions: Sessions };

type Returned =
  | { readonly tokens: SessionTokens; readonly account: AccountRow }
  | { readonly codeNeeded: true }
  | { readonly connected: true }
  | { readonly signUp: ReturnType<typeof suggestSignUp> };

/**
 * Handles the return from the provider. The attempt is consumed before the provider is called. Refuses
 * `social_state_wrong` for a key, state or code of another tab or of a used attempt. A known identity is logged in, a
 * new one may sign up, and an attempt that began to connect an identity connects it.
 */
export async function returnFromSocial(
  deps: ReturnDeps,
  back: { key: string; state: string; code: string; iss?: string | undefined },
  returnUrl: (way: SocialWay) => string,
  { userAgent }: Pick<LogInOrigin, 'userAgent'>,
): Promise<Returned> {
  const { db, log, sessions } = deps;
  const way = await wayOfAttempt(deps, back.key);
  const social = providerOf(deps, way);
  const attempt = await db.one<{ code_verifier: string; connect_to: number | null; connect_version: number }>(
    `UPDATE social_login SET returned_at = app_now()
     WHERE key_hash = $1 AND state_hash = $2 AND returned_at IS NULL AND expires_at > app_now()
     RETURNING code_verifier, connect_to, connect_version`,
    [hashOf(back.key), hashOf(back.state)],
  );
  if (!attempt) throw refuse('social_state_wrong', { provider: social.name });
  const person = await social.person({
    code: back.code,
    state: back.state,
    codeVerifier: attempt.code_verifier,
    returnUrl: returnUrl(way),
    iss: back.iss,
  });
  if (attempt.connect_to !== null) {
    const account = { id: attempt.connect_to, sessionVersion: attempt.connect_version };
    await connectIdentity(deps, account, social, person);
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
    await deleteSocialAttempt(db, back.key);
    await moveGuestTickets({ db, log }, account);
    return { tokens: await db.tx((tx) => sessions.open(tx, account, undefined, userAgent)), account };
  }
  await keep();
  return { signUp: suggestSignUp(person) };
}

type EnterDeps = Pick<Kit, 'clock' | 'config' | 'db' | 'ids' | 'log' | 'openId' | 'social'> & {
  readonly sessions: Sessions;
};

/** The second step of a social login, for an account with two-step log-in. */
export async function enterBySocial(
  deps: EnterDeps,
  { key, code }: { key: string; code: string },
  origin: LogInOrigin,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { db, log, sessions } = deps;
  const social = providerOf(deps, await wayOfAttempt(deps, key));
  const over = refuse('social_over', { provider: social.name });
  const person = await lockReturned(db, key);
  const account = person && (await findByIdentity(db, social.provider, person.subject));
  if (!account) throw over;
  await passSecondFactor(deps, account.id, code, codeCounters(account.id, 'social', origin));
  const tokens = await db.tx(async (tx) => {
    if (!(await lockReturned(tx, key))) throw over;
    await deleteSocialAttempt(tx, key);
    return sessions.open(tx, account, undefined, origin.userAgent);
  });
  await moveGuestTickets({ db, log }, account);
  return { tokens, account };
}

/**
 * Consumes the emailed link: the identity moves to the owner of the email address, and so do tickets that were bought
 * in the meantime. It needs both the owner's email and the key of the browser that began, so that a person who typed
 * another person's address gains nothing when that person opens the email. If the merge fails, link and identity stay
 * unchanged.
 */
export async function linkSocial(
  deps: Pick<Kit, 'clock' | 'config' | 'db' | 'ids' | 'log' | 'openId' | 'storage'> & { sessions: Sessions },
  { token, key, code }: { token: string; key: string; code: string | undefined },
  origin: LogInOrigin,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { db, log, sessions } = deps;
  const link = await readLink(db, 'social_link', token);
  const isSameBrowser = link?.payload.browser === hashOf(key).toString('base64url');
  if (link && isSameBrowser)
    await passSecondFactor(deps, link.userId, code, codeCounters(link.userId, 'email', origin));
  const account = link && (await findAccount(db, link.userId));
  const { email, claimId } = link?.payload ?? {};
  const claim = claimId && (await findAccount(db, Number(claimId)));
  if (!account || !claim || account.email !== email || claim.email !== email) throw refuse('link_invalid');
  if (!isSameBrowser) throw refuse('social_other_browser', { provider: link.payload.provider ?? 'Instagram' });
  if (!(await isOpenLink(db, token))) throw refuse('link_invalid');
  const tokens = await joinClaim(deps, claim.id, account.id, async (tx, areOne) => {
    const owner = await findAccount(tx, account.id);
    if (!areOne || !owner || !(await consumeLink(tx, token))) throw refuse('link_invalid');
    if (!(await moveIdentities(tx, claim.id, owner.id))) throw refuse('link_invalid');
    return sessions.open(tx, owner, undefined, origin.userAgent);
  });
  await moveGuestTickets({ db, log }, account);
  return { tokens, account };
}

type SignUpDeps = Pick<Kit, 'clock' | 'db' | 'openId' | 'social'> & { readonly sessions: Sessions };

/**
 * Creates an account with a social identity from the form, even if the email address already has an owner. Typing an
 * address never connects the identity to the owner's account: the owner gets an email, and its link works only in the
 * browser of this attempt.
 */
export async function signUpBySocial(
  deps: SignUpDeps,
  typed: SocialSignUpForm & { key: string },
  { userAgent }: Pick<LogInOrigin, 'userAgent'>,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { clock, db, sessions } = deps;
  const { name, provider } = providerOf(deps, await wayOfAttempt(deps, typed.key));
  const form = readSocialSignUp(typed, new Date(clock.now()).toISOString().slice(0, 10), domainToASCII);
  return db
    .tx(async (tx) => {
      const person = await lockReturned(tx, typed.key);
      if (!person) throw refuse('social_over', { provider: name });
      const account = await createAccount(tx, form, null, hashOf(typed.key).toString('base64url'));
      if (!(await saveIdentity(tx, account.id, { provider, ...person })))
        throw refuse('social_taken', { provider: name });
      await deleteSocialAttempt(tx, typed.key);
      return { tokens: await sessions.open(tx, account, undefined, userAgent), account };
    })
    .catch((error: unknown) => {
      throw takenRefusal(error) ?? error;
    });
}
