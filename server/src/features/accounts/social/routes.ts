import { loginLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import { sessionView } from '../profile.ts';
import type { AccountsDeps } from '../routes.ts';
import { beginSocial } from './connections.ts';
import { enterBySocial, linkSocial, returnAddress, returnFromSocial, signUpBySocial } from './sign-in.ts';

/** Calls of "Continue with Instagram". */
export function socialRoutes(deps: AccountsDeps): AnyRoute[] {
  const { answerLogIn, config, db } = deps;
  return [
    route({
      call: 'POST /auth/social',
      who: 'anyone',
      limit: loginLimit,
      staleTokenIgnored: true,
      handle: ({ body, header }) => {
        const way = body?.provider ?? 'instagram';
        return beginSocial(deps, way, returnAddress(config, header, way));
      },
    }),
    route({
      call: 'POST /auth/social_return',
      who: 'anyone',
      limit: loginLimit,
      staleTokenIgnored: true,
      handle: async (call) => {
        const { body, header } = call;
        const back = await answerLogIn(call, { how: 'social' }, (origin) =>
          returnFromSocial(deps, body, (way) => returnAddress(config, header, way), origin),
        );
        return {
          session: 'tokens' in back ? await sessionView(db, back.tokens, back.account) : null,
          code_needed: 'codeNeeded' in back,
          connected: 'connected' in back,
          sign_up: 'signUp' in back ? back.signUp : null,
        };
      },
    }),
    route({
      call: 'POST /auth/social_enter',
      who: 'anyone',
      limit: loginLimit,
      staleTokenIgnored: true,
      handle: async (call) => {
        const step = { key: call.body.key, code: call.body.second_factor_code };
        const { tokens, account } = await answerLogIn(call, { how: 'social' }, (origin) =>
          enterBySocial(deps, step, origin),
        );
        return sessionView(db, tokens, account);
      },
    }),
    route({
      call: 'POST /auth/social_signup',
      who: 'anyone',
      limit: loginLimit,
      staleTokenIgnored: true,
      handle: async (call) => {
        const { body } = call;
        const typed = {
          ...body,
          emailRepeat: body.email_repeat,
          dateOfBirth: body.date_of_birth,
          acceptTerms: body.accept_terms,
        };
        const { tokens, account } = await answerLogIn(call, { how: 'sign_up' }, (origin) =>
          signUpBySocial(deps, typed, origin),
        );
        return sessionView(db, tokens, account);
      },
    }),
    route({
      call: 'POST /auth/social_link',
      who: 'anyone',
      limit: loginLimit,
      staleTokenIgnored: true,
      handle: async (call) => {
        const { token, key, second_factor_code: code } = call.body;
        const { tokens, account } = await answerLogIn(call, { how: 'social' }, (origin) =>
          linkSocial(deps, { token, key, code }, origin),
        );
        return sessionView(db, tokens, account);
      },
    }),
  ];
}
