import { refuse } from '@frontrow/core/refuse.ts';
import {
  avatarLimit,
  guestLinkLimit,
  loginLimit,
  mailLimit,
  pictureBodyBytesMax,
  readLimit,
  writeLimit,
} from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import { requestGuestLink, enterAsGuest } from './guests.ts';
import { inspectJoinLink, recordedEventOf } from './join-links.ts';
import { type AnswerLogIn, logIn, logInByLink, resetPassword } from './log-in.ts';
import { requestMagicLink, requestPasswordReset } from './one-time-links.ts';
import type { PasswordHash } from './passwords.ts';
import {
  changeAvatar,
  type ChangeAvatarDeps,
  changeViewerProfile,
  influencerView,
  profileView,
  sessionView,
  viewerProfile,
} from './profile.ts';
import { type AccountLookup, findAccount } from './records.ts';
import { beginSecondFactor, confirmSecondFactor, turnOffSecondFactor } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import { resendVerification, signUp, verifyEmail } from './sign-up.ts';

export interface AccountsDeps extends Kit {
  readonly lookup: AccountLookup;
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
  readonly answerLogIn: AnswerLogIn;
}

export function accountsRoutes(deps: AccountsDeps): AnyRoute[] {
  const { answerLogIn, db, lookup, sessions } = deps;
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
          signUp(deps, typed, origin),
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
          logIn(deps, { email, password, code }, origin),
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
        const { account, owner } = await verifyEmail(deps, body.token, actor.kind === 'account' ? actor.id : undefined);
        // Anyone may open the link. Only a caller who is logged in to its account gets the profile.
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
        await resendVerification(deps, actor.id);
        return {};
      },
    }),
    route({
      call: 'POST /auth/forgot_password',
      who: 'anyone',
      limit: guestLinkLimit,
      staleTokenIgnored: true,
      handle: async ({ body }) => {
        await requestPasswordReset(deps, body.email);
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
          resetPassword(deps, { token, password, code }, origin),
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
        await requestMagicLink(deps, body.email);
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
          logInByLink(deps, { token, code }, origin),
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
          enterAsGuest(deps, { token, displayName }),
        );
        return {
          ...(await sessionView(db, tokens, account, eventUuid)),
          event_uuid: await recordedEventOf(db, eventUuid),
        };
      },
    }),
    route({
      call: 'POST /auth/join_link',
      who: 'anyone',
      limit: readLimit,
      staleTokenIgnored: true,
      handle: ({ body }) => inspectJoinLink(deps, body.token),
    }),
    route({
      call: 'POST /auth/guest_link',
      who: 'anyone',
      limit: guestLinkLimit,
      staleTokenIgnored: true,
      handle: async ({ body }) => {
        await requestGuestLink(deps, { email: body.email, eventUuid: body.event_uuid });
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

/** Calls about two-step login of the caller's account. */
export function secondFactorRoutes(deps: AccountsDeps): AnyRoute[] {
  const { db } = deps;
  return [
    route({
      call: 'GET /user/second_factor',
      who: 'account',
      limit: readLimit,
      handle: async ({ actor }) => {
        const row = await db.one<{ left: number }>(
          `SELECT (SELECT count(*) FROM recovery_code r WHERE r.user_id = f.user_id AND r.used_at IS NULL)::int AS left
           FROM second_factor f WHERE f.user_id = $1 AND f.confirmed_at IS NOT NULL`,
          [actor.id],
        );
        return { on: row !== undefined, recovery_codes_left: row?.left ?? 0 };
      },
    }),
    route({
      call: 'POST /user/second_factor/begin',
      who: 'account',
      limit: loginLimit,
      handle: ({ actor, body }) => beginSecondFactor(deps, actor, body.password),
    }),
    route({
      call: 'POST /user/second_factor/confirm',
      who: 'account',
      limit: loginLimit,
      handle: async ({ actor, body }) => ({
        recovery_codes: await confirmSecondFactor(deps, actor, body.second_factor_code),
      }),
    }),
    route({
      call: 'POST /user/second_factor/off',
      who: 'account',
      limit: loginLimit,
      handle: async ({ actor, body }) => {
        await turnOffSecondFactor(deps, actor, { password: body.password, code: body.second_factor_code });
        return {};
      },
    }),
  ];
}

/** Calls about what others see of the caller. */
export function publicProfileRoutes(deps: ChangeAvatarDeps): AnyRoute[] {
  const { db } = deps;
  return [
    route({
      call: 'GET /user/viewer_profile',
      who: 'account',
      limit: readLimit,
      handle: ({ actor }) => viewerProfile(db, actor.id),
    }),
    route({
      call: 'POST /user/viewer_profile',
      who: 'account',
      limit: writeLimit,
      handle: ({ actor, body }) =>
        changeViewerProfile(db, actor.id, { shownName: body.shown_name, showAttending: body.show_attending }),
    }),
    route({
      call: 'POST /user/avatar',
      who: 'account',
      limit: avatarLimit,
      bodyBytesMax: pictureBodyBytesMax,
      async handle({ actor, body }) {
        await changeAvatar(deps, actor.id, body.avatar);
        const account = await findAccount(db, actor.id);
        if (!account) throw refuse('user_not_found');
        return profileView(db, account, actor.guestOf);
      },
    }),
  ];
}
