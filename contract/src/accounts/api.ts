import { languages } from '@frontrow/core/kernel/language.ts';
import { z } from 'zod';
import { type EndpointTable, eventUuid, nothing } from '../kernel/endpoint.ts';

export const wireLocation = z.object({
  data: z.object({ zoneName: z.string(), gmtOffset: z.number().optional() }),
  city: z.string().optional(),
});

export const wireUser = z.object({
  user_ide: z.number(),
  user_username: z.string(),
  user_name: z.string(),
  user_avatar: z.string().nullable(),
  /** 0 viewer, 1 influencer. */
  user_role: z.union([z.literal(0), z.literal(1)]),
});

/** The caller's own account. */
export const wireProfile = wireUser.extend({
  user_email: z.string().nullable(),
  user_email_verified: z.boolean(),
  user_is_guest: z.boolean(),
  user_is_admin: z.boolean(),
  user_location: wireLocation,
  /** The language chosen for this account; null: that of the browser. */
  user_language: z.enum(languages).nullable(),
  influencer_request: z.object({ influencer_request_authorized: z.boolean() }).nullable(),
  /** Event uuids this person holds a live ticket for: "a buyer". */
  purchased_events: z.array(z.string()),
});

export const wireInfluencer = z.object({
  influencer_avatar: z.string().nullable(),
  influencer_ranking: z.number(),
  influencer_reviews: z.number(),
  influencer_advertising: z.boolean(),
  influencer_massive_streaming: z.boolean(),
});

/** Only where two-step login is on: without it the answer is the refusal `code_required`. */
export const secondFactorCode = z.string().max(40).optional();

/**
 * `waiting`: it opens a place on a waitlist, not a seat. `gone`: used, expired, or no link at all. `moved`: the ticket
 * came to the account of the same address. `transferred`: its holder passed it on.
 */
const joinLinkState = z.enum(['open', 'replay', 'waiting', 'gone', 'refunded', 'moved', 'transferred']);

/** What a login of any kind answers. */
export const wireSession = z.object({ access_token: z.string(), refresh_token: z.string(), user: wireProfile });

export const accountsApi = {
  'POST /auth/signup': {
    summary: 'Create an account; answers a session',
    body: z.object({
      email: z.string().max(254),
      password: z.string().max(200),
      username: z.string().max(60),
      name: z.string().max(80),
      surname: z.string().max(80),
      date_of_birth: z.string().max(10),
      accept_terms: z.boolean(),
    }),
    answer: wireSession,
    status: 201,
  },
  'POST /auth/login': {
    summary: 'Log in with email and password',
    body: z.object({
      email: z.string().max(254),
      password: z.string().max(200),
      second_factor_code: secondFactorCode,
    }),
    answer: wireSession,
  },
  'POST /auth/refresh': {
    summary: 'Rotate the refresh token',
    body: z.object({ refresh_token: z.string().max(200) }),
    answer: z.object({ access_token: z.string(), refresh_token: z.string() }),
  },
  'POST /auth/logout': {
    summary: 'End this session',
    body: z.object({ refresh_token: z.string().max(200).optional() }),
    answer: nothing,
  },
  'POST /auth/verify_email': {
    summary: 'Prove the address with the token of the mail',
    body: z.object({ token: z.string().max(200) }),
    /** `belongs_to`: the account that had proven the address before; tickets of this one went there. */
    answer: z.object({ user: wireProfile.nullable(), belongs_to: z.string().nullable() }),
  },
  'POST /auth/verify_email_again': { summary: 'Send the verification mail again', body: nothing, answer: nothing },
  'POST /auth/forgot_password': {
    summary: 'Mail a link to choose a new password, when there is such an account; the answer is always the same',
    body: z.object({ email: z.string().max(254) }),
    answer: nothing,
  },
  'POST /auth/reset_password': {
    summary: 'Choose a new password with the token of the mail: every session ends, the answer is a new one',
    body: z.object({
      token: z.string().max(200),
      password: z.string().max(200),
      second_factor_code: secondFactorCode,
    }),
    answer: wireSession,
  },
  'POST /auth/magic_link': {
    summary:
      'Mail a link that logs in without a password, when there is such an account; the answer is always the same',
    body: z.object({ email: z.string().max(254) }),
    answer: nothing,
  },
  'POST /auth/magic_login': {
    summary: 'Log in with the token of the mail',
    body: z.object({ token: z.string().max(200), second_factor_code: secondFactorCode }),
    answer: wireSession,
  },
  'POST /auth/guest_session': {
    summary: 'Consume the join link of a ticket mail: a session good for that one event',
    body: z.object({ token: z.string().max(200), display_name: z.string().max(200).optional() }),
    answer: wireSession.extend({ event_uuid: z.string() }),
  },
  'POST /auth/join_link': {
    summary: 'What the join link of a ticket email is good for now; asking does not use it up',
    body: z.object({ token: z.string().max(200) }),
    /** A guest may choose a name when joining; an account has one. */
    answer: z.object({ link_state: joinLinkState, link_of_guest: z.boolean() }),
  },
  'POST /auth/guest_link': {
    summary: 'Mail a new join link when that address holds a ticket for the event; the answer is always the same',
    body: z.object({ email: z.string().max(254), event_uuid: eventUuid }),
    answer: nothing,
  },
  'GET /user/profile': { summary: 'The caller', answer: wireProfile },
  'GET /influencer/profile': { summary: 'The caller as a host', answer: wireInfluencer },
} as const satisfies EndpointTable;

export type JoinLinkState = z.infer<typeof joinLinkState>;
export type WireUser = z.infer<typeof wireUser>;
export type WireProfile = z.infer<typeof wireProfile>;
export type WireInfluencer = z.infer<typeof wireInfluencer>;
