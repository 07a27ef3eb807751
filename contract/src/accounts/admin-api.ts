import { z } from 'zod';
import { type EndpointTable, epochMs, nothing } from '../kernel/endpoint.ts';
import { wireProfile, wireUser } from './api.ts';

/** A person as app admins see one. */
export const wireAdminUser = wireUser.extend({
  user_email: z.string().nullable(),
  user_email_verified: z.boolean(),
  user_is_guest: z.boolean(),
  user_is_admin: z.boolean(),
  /** Whether logins ask for a code. */
  user_second_factor: z.boolean(),
  influencer_advertising: z.boolean(),
  influencer_massive_streaming: z.boolean(),
  user_created: epochMs,
});

/** What an app admin did, or a host with a secret. */
export const wireAuditEntry = z.object({
  entry_ide: z.number(),
  at: epochMs,
  actor_username: z.string().nullable(),
  action: z.string(),
  subject_username: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.boolean()])),
});

const wirePerson = z.object({
  user: wireAdminUser,
  suspended_at: epochMs.nullable(),
  suspended_reason: z.string().nullable(),
  orders: z.number(),
  hosted_events: z.number(),
  reports_open: z.number(),
  sessions: z.array(z.object({ device: z.string(), started_at: epochMs, last_used_at: epochMs })),
  /** What app admins did about the person, newest first. */
  history: z.array(wireAuditEntry),
});

const cursor = z
  .string()
  .regex(/^\d{1,15}$/)
  .optional();
const nextCursor = z.string().nullable();
const userIde = z.number().int().positive();

export const adminApi = {
  'POST /user/influencer_request': { summary: 'Ask to become an influencer', body: nothing, answer: wireProfile },
  'GET /admin/influencer_requests': {
    summary: 'Requests that wait for a decision, oldest first',
    query: z.object({ cursor }),
    answer: z.object({
      requests: z.array(z.object({ user: wireAdminUser, asked_at: epochMs })),
      next_cursor: nextCursor,
    }),
  },
  'POST /admin/influencer_requests/authorize': {
    summary: 'Make the person an influencer',
    body: z.object({ user_ide: userIde }),
    answer: nothing,
  },
  'POST /admin/influencer_requests/refuse': {
    summary: 'Refuse with a reason, which is mailed; the person may ask again',
    body: z.object({ user_ide: userIde, reason: z.string().max(2000) }),
    answer: nothing,
  },
  'GET /admin/users': {
    summary: 'People, newest first unless sort says otherwise; q finds part of a username, name or email address',
    query: z.object({
      q: z.string().max(100).optional(),
      role: z.enum(['influencer', 'viewer', 'guest', 'admin', 'suspended']).optional(),
      sort: z.enum(['newest', 'oldest']).optional(),
      cursor,
    }),
    answer: z.object({ users: z.array(wireAdminUser), next_cursor: nextCursor }),
  },
  'GET /admin/users/:ide': {
    summary: 'A person with open sessions, counts, and what app admins did about them',
    params: z.object({ ide: z.coerce.number().int().positive() }),
    answer: wirePerson,
  },
  'POST /admin/users/flags': {
    summary: 'What a host may do beyond others',
    body: z.object({
      user_ide: userIde,
      influencer_advertising: z.boolean(),
      influencer_massive_streaming: z.boolean(),
    }),
    answer: wireAdminUser,
  },
  'GET /admin/audit_log': {
    summary: 'What app admins did, newest first',
    query: z.object({ cursor }),
    answer: z.object({
      entries: z.array(wireAuditEntry),
      next_cursor: nextCursor,
    }),
  },
} as const satisfies EndpointTable;

export type WirePerson = z.infer<typeof wirePerson>;
export type WireAdminUser = z.infer<typeof wireAdminUser>;
