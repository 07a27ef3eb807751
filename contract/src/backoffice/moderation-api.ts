import { z } from 'zod';
import { wireAdminEvent } from './api.ts';
import { wireAuditEntry } from '../accounts/admin-api.ts';
import { type EndpointTable, epochMs, eventUuid, nothing } from '../kernel/endpoint.ts';

const userIde = z.number().int().positive();
/** Kept in the audit log, and emailed to the person it concerns. */
const reason = z.string().max(2000);
const aboutPerson = z.object({ user_ide: userIde, reason });
const aboutEvent = z.object({ event_uuid: eventUuid, reason });

const eventDetail = z.object({
  event: wireAdminEvent,
  unpublished_at: epochMs.nullable(),
  unpublished_reason: z.string().nullable(),
  /** Null where nothing was recorded, or the files are gone. */
  replay: z.object({ taken_down_at: epochMs.nullable(), taken_down_reason: z.string().nullable() }).nullable(),
  user_ide: z.number(),
  host_suspended: z.boolean(),
  orders: z.number(),
  reports_open: z.number(),
  history: z.array(wireAuditEntry),
});

/** What app admins do about people and events that break the rules. */
export const moderationApi = {
  'GET /admin/events/:id': {
    summary: 'An event with what app admins did about it',
    params: z.object({ id: eventUuid }),
    answer: eventDetail,
  },
  'POST /admin/users/suspend': {
    summary:
      'Suspend a person: sessions end, no login, no purchases, upcoming events unpublished, a live one cancelled',
    body: aboutPerson,
    answer: nothing,
  },
  'POST /admin/users/restore': {
    summary: 'Restore a suspended person, and publish the events that the suspension unpublished',
    body: aboutPerson,
    answer: nothing,
  },
  'POST /admin/users/end_sessions': {
    summary: 'Log a person out on every device',
    body: aboutPerson,
    answer: nothing,
  },
  'POST /admin/events/unpublish': {
    summary: 'Take an event out of lists and off sale; tickets stay valid, and can be returned until it goes live',
    body: aboutEvent,
    answer: nothing,
  },
  'POST /admin/events/republish': {
    summary: 'List an unpublished event again and put it on sale',
    body: aboutEvent,
    answer: nothing,
  },
  'POST /admin/replays/take_down': {
    summary:
      'Take a replay down: no one watches or buys it, and everyone who bought it in the last 14 days is refunded',
    body: aboutEvent,
    answer: nothing,
  },
  'POST /admin/replays/restore': {
    summary: 'Restore a replay that was taken down, while its files exist; its sale stays ended',
    body: aboutEvent,
    answer: nothing,
  },
} as const satisfies EndpointTable;

export type WireEventDetail = z.infer<typeof eventDetail>;
