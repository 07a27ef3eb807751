import { socialWays } from '@frontrow/core/accounts/limits.ts';
import { z } from 'zod';
import { type EndpointTable } from '../kernel/endpoint.ts';
import { secondFactorCode, wireSession } from './api.ts';

/** What the tab that began keeps; nobody else can continue its attempt. */
const key = z.string().max(200);

/** Where to go, and what the tab that began keeps. */
export const socialAttempt = z.object({ url: z.string(), key });

/** Instagram where it is left out. */
export const socialProvider = z.enum(socialWays).optional();

/**
 * "Continue with Instagram", or with the OpenID Connect provider: OAuth 2.0 with PKCE; state and verifier stay on the
 * server.
 */
export const socialApi = {
  'POST /auth/social': {
    summary: 'Begin to log in with Instagram or the OpenID Connect provider: go to the url, keep the key',
    body: z.object({ provider: socialProvider }).optional(),
    answer: socialAttempt,
  },
  'POST /auth/social_return': {
    summary: 'Come back with the code: a session for a known person, else what the sign-up form begins with',
    body: z.object({
      key,
      state: z.string().max(500),
      code: z.string().max(2000),
      iss: z.string().max(2000).optional(),
    }),
    answer: z.object({
      session: wireSession.nullable(),
      /** The account asks for a code: go on with `POST /auth/social_enter`. */
      code_needed: z.boolean(),
      /** The attempt began with `POST /user/connect_instagram`, and Instagram is a way in now. */
      connected: z.boolean(),
      sign_up: z.object({ username: z.string(), name: z.string(), surname: z.string() }).nullable(),
    }),
  },
  'POST /auth/social_enter': {
    summary: 'The second step of a known person with two-step login',
    body: z.object({ key, second_factor_code: z.string().max(40) }),
    answer: wireSession,
  },
  'POST /auth/social_signup': {
    summary:
      'Create the account of a new person; answers a session. Where the address has an account already, a ' +
      'mail to it is the only way to connect them',
    body: z.object({
      key,
      email: z.string().max(254),
      email_repeat: z.string().max(254),
      username: z.string().max(60),
      name: z.string().max(80),
      surname: z.string().max(80),
      date_of_birth: z.string().max(10),
      accept_terms: z.boolean(),
    }),
    answer: wireSession,
  },
  'POST /auth/social_link': {
    summary: 'Connect Instagram to the account of the mail; only in the browser that began the attempt',
    body: z.object({ token: z.string().max(200), key, second_factor_code: secondFactorCode }),
    answer: wireSession,
  },
} as const satisfies EndpointTable;
