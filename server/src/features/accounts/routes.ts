import { refuse } from '@frontrow/core/refuse.ts';
import { guestLinkLimit, loginLimit, mailLimit, readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import type { AccountLookup } from './account-lookup.ts';
import { askMagicLink, askPasswordReset } from './ask-for-mail.ts';
import { askGuestLink } from './ask-guest-link.ts';
import { enterAsGuest } from './enter-as-guest.ts';
import { lookAtJoinLink } from './look-at-join-link.ts';
import { logIn } from './log-in.ts';
import type { AnswerLogIn } from './log-in-answers.ts';
import { logInByLink } from './log-in-by-link.ts';
import type { PasswordHash } from './password-hash.ts';
import { resetPassword } from './reset-password.ts';
import type { Sessions } from './sessions.ts';
import { signUp } from './sign-up.ts';
import { findAccount } from './store.ts';
import { askVerificationAgain, verifyEmail } from './verify-email.ts';
import { influencerView, profileView, sessionView } from './views.ts';

export interface AccountsUses extends Kit {
  readonly lookup: AccountLookup;
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
  readonly answerLogIn: AnswerLogIn;
}

export function accountsRoutes(uses: AccountsUses): AnyRoute[] {
  const { answerLogIn, db, lookup, sessions } = uses;
  return [
    route({
      call: 'POST /auth/signup',
      who: 'anyone',
      limit: loginLimit,
      staleTokenIgnored: true,
      handle: async (call) => {
        const { body } = call;
        const typed = { ...body, dateOfBirth: body.date_of_birth, acceptTerms: body.accept_terms };
        const { tokens, account } = await answerLogIn(call, { how: 'sign_up' }, (origin) =>
          signUp(uses, typed, origin),
        );
        return sessionView(db, tokens, account);
      },
    }),
    route({
      call: 'POST /auth/login',
      who: 'anyone',
      limit: loginLimit,
      staleTokenIgnored: true,
      handle: async (call) => {
        const { email, password, second_factor_code: code } = call.body;
        const { tokens, account } = await answerLogIn(call, { how: 'password', email }, (origin) =>
          logIn(uses, { email, password, code }, origin),
        );
        return sessionView(db, tokens, account);
      },
    }),
    route({
      call: 'POST /auth/refresh',
      who: 'anyone',
      limit: writeLimit,
      staleTokenIgnored: true,
      handle: async ({ body }) => {
        const tokens = await sessions.rotate(body.refresh_token);
        if (!tokens) throw refuse('refresh_invalid');
        return { access_token: tokens.accessToken, refresh_token: tokens.refreshToken };
      },
    }),
    route({
      call: 'POST /auth/logout',
      who: 'anyone',
      limit: writeLimit,
      staleTokenIgnored: true,
      handle: async ({ actor, body }) => {
        const named = [
          ...(body.refresh_token ? [{ refreshToken: body.refresh_token }] : []),
          ...(actor.kind === 'account' ? [{ sessionId: actor.sessionId }] : []),
        ];
        for (const session of named) {
          const ended = await sessions.end(session);
          if (ended) lookup.forget(ended.sessionId);
        }
        return {};
      },
    }),
    route({
      call: 'POST /auth/verify_email',
      who: 'anyone',
      limit: loginLimit,
      staleTokenIgnored: true,
      handle: async ({ actor, body }) => {
        const { account, owner } = await verifyEmail(uses, body.token, actor.kind === 'account' ? actor.id : undefined);
        // Anybody may open the link. Only somebody who is logged in to its account gets the profile.
        const isOwn = !owner && actor.kind === 'account' && actor.id === account.id;
        // The account was joined into the owner's and may be erased.
        if (owner && actor.kind === 'account') lookup.forget(actor.sessionId);
        return {
          user: isOwn ? await profileView(db, account, actor.guestOf) : null,
          belongs_to: owner?.username ?? null,
        };
      },
    }),
    route({
      call: 'POST /auth/verify_email_again',
      who: 'account',
      limit: mailLimit,
      handle: async ({ actor }) => {
        await askVerificationAgain(uses, actor.id);
        return {};
      },
    }),
    route({
      call: 'POST /auth/forgot_password',
      who: 'anyone',
      limit: guestLinkLimit,
      staleTokenIgnored: true,
      handle: async ({ body }) => {
        await askPasswordReset(uses, body.email);
        return {};
      },
    }),
    route({
      call: 'POST /auth/reset_password',
      who: 'anyone',
      limit: loginLimit,
      staleTokenIgnored: true,
      handle: async (call) => {
        const { token, password, second_factor_code: code } = call.body;
        const { tokens, account } = await answerLogIn(call, { how: 'reset_link' }, (origin) =>
          resetPassword(uses, { token, password, code }, origin),
        );
        return sessionView(db, tokens, account);
      },
    }),
    route({
      call: 'POST /auth/magic_link',
      who: 'anyone',
      limit: guestLinkLimit,
      staleTokenIgnored: true,
      handle: async ({ body }) => {
        await askMagicLink(uses, body.email);
        return {};
      },
    }),
    route({
      call: 'POST /auth/magic_login',
      who: 'anyone',
      limit: loginLimit,
      staleTokenIgnored: true,
      handle: async (call) => {
        const { token, second_factor_code: code } = call.body;
        const { tokens, account } = await answerLogIn(call, { how: 'email_link' }, (origin) =>
          logInByLink(uses, { token, code }, origin),
        );
        return sessionView(db, tokens, account);
      },
    }),
    route({
      call: 'POST /auth/guest_session',
      who: 'anyone',
      limit: loginLimit,
      staleTokenIgnored: true,
      handle: async (call) => {
        const { token, display_name: displayName } = call.body;
        const { tokens, account, eventUuid } = await answerLogIn(call, { how: 'join_link' }, () =>
          enterAsGuest(uses, { token, displayName }),
        );
        return { ...(await sessionView(db, tokens, account, eventUuid)), event_uuid: eventUuid };
      },
    }),
    route({
      call: 'POST /auth/join_link',
      who: 'anyone',
      limit: readLimit,
      staleTokenIgnored: true,
      handle: async ({ body }) => ({ link_state: await lookAtJoinLink(uses, body.token) }),
    }),
    route({
      call: 'POST /auth/guest_link',
      who: 'anyone',
      limit: guestLinkLimit,
      staleTokenIgnored: true,
      handle: async ({ body }) => {
        await askGuestLink(uses, { email: body.email, eventUuid: body.event_uuid });
        return {};
      },
    }),
    route({
      call: 'GET /user/profile',
      who: 'member',
      limit: readLimit,
      handle: async ({ actor }) => {
        const account = await findAccount(db, actor.id);
        if (!account) throw refuse('user_not_found');
        return profileView(db, account, actor.guestOf);
      },
    }),
    route({
      call: 'GET /influencer/profile',
      who: 'host',
      limit: readLimit,
      handle: async ({ actor }) => {
        const account = await findAccount(db, actor.id);
        if (!account) throw refuse('user_not_found');
        return influencerView(account);
      },
    }),
  ];
}
