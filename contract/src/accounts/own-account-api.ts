import { languages } from '@frontrow/core/kernel/language.ts';
import { z } from 'zod';
import { type EndpointTable, epochMs, nothing } from '../kernel/endpoint.ts';
import { wireProfile } from './api.ts';
import { socialProvider, socialAttempt } from './social-api.ts';

const password = z.string().max(200);
const token = z.string().max(200);

/** What people do with their own account. */
export const ownAccountApi = {
  'GET /user/account': {
    summary: 'Details of your account that only you can see',
    answer: z.object({
      user: wireProfile,
      user_surname: z.string(),
      has_password: z.boolean(),
      instagram: z.string().nullable(),
      /** The name at the OpenID Connect provider; null: not connected. */
      openid: z.string().nullable(),
    }),
  },
  'POST /user/account': {
    summary: 'Change name, surname, time zone and city; the username stays',
    body: z.object({
      user_name: z.string().max(80),
      user_surname: z.string().max(80),
      zone_name: z.string().max(60),
      city: z.string().max(80),
    }),
    answer: wireProfile,
  },
  'POST /user/language': {
    summary: 'Choose the language of pages, refusals and emails',
    body: z.object({ user_language: z.enum(languages) }),
    answer: wireProfile,
  },
  'POST /user/change_email': {
    summary: 'Mail a link to the new address, which proves it; the answer is the same when somebody has that address',
    body: z.object({ email: z.string().max(254), password }),
    answer: nothing,
  },
  'POST /auth/confirm_email': {
    summary: 'Make the address of the mail the address of the account',
    body: z.object({ token }),
    answer: nothing,
  },
  'POST /user/change_password': {
    summary: 'Another password: every other session ends, the answer is a new one',
    body: z.object({ password, new_password: password }),
    answer: z.object({ access_token: z.string(), refresh_token: z.string(), user: wireProfile }),
  },
  'POST /user/connect_instagram': {
    summary:
      'Begin to connect Instagram, or the OpenID Connect provider: go to the url, keep the key, come back with `POST /auth/social_return`',
    body: z.object({ password, provider: socialProvider }),
    answer: socialAttempt,
  },
  'POST /user/disconnect_instagram': {
    summary: 'Logging in with Instagram, or the OpenID Connect provider, ends; the password stays',
    body: z.object({ password, provider: socialProvider }),
    answer: nothing,
  },
  'GET /user/sessions': {
    summary: 'Where one is logged in, last used first',
    answer: z.object({
      sessions: z.array(
        z.object({
          session_ide: z.uuid().toLowerCase(),
          current: z.boolean(),
          device: z.string(),
          started_at: epochMs,
          last_used_at: epochMs,
        }),
      ),
    }),
  },
  'POST /user/sessions/revoke': {
    summary: 'End one of the sessions',
    body: z.object({ session_ide: z.uuid().toLowerCase() }),
    answer: nothing,
  },
  'POST /user/sessions/revoke_others': {
    summary: 'End every session except the one that asks',
    body: nothing,
    answer: z.object({ ended: z.number().int() }),
  },
  'GET /user/export': { summary: 'Everything kept about oneself', answer: z.record(z.string(), z.unknown()) },
  'POST /user/delete': {
    summary: 'Delete the account: orders stay without a name or an address, everything else about the person goes',
    body: z.object({ password }),
    answer: nothing,
  },
} as const satisfies EndpointTable;
