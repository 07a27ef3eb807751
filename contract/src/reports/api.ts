import { reportKinds, reportReasons, reportStates } from '@frontrow/core/reports/reports.ts';
import { z } from 'zod';
import { eventTitleFields } from '../events/event-title.ts';
import { type EndpointTable, epochMs, eventUuid, nothing, username } from '../kernel/endpoint.ts';

const said = {
  reason: z.enum(reportReasons),
  /** In one's own words; needed with the reason "other". */
  note: z.string().max(5_000).optional(),
};

const report = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), event_uuid: eventUuid, ...said }),
  /** `event_uuid`: where the person was met. */
  z.object({ kind: z.literal('person'), username, event_uuid: eventUuid.optional(), ...said }),
  z.object({ kind: z.literal('review'), review_ide: z.int().positive(), ...said }),
  z.object({ kind: z.literal('message'), event_uuid: eventUuid, message_seq: z.int().positive(), ...said }),
]);

const wireAdminReport = z.object({
  report_uuid: z.string(),
  report_kind: z.enum(reportKinds),
  report_state: z.enum(reportStates),
  report_reason: z.enum(reportReasons),
  report_note: z.string(),
  report_created: epochMs,
  report_decided: epochMs.nullable(),
  /** The note of the decision. */
  report_decision: z.string().nullable(),
  /** Open reports about the same thing, this one included. */
  reports_open: z.number(),
  reporter_username: z.string(),
  /** The host of an event, the person, or the author. */
  subject_ide: z.number(),
  subject_username: z.string(),
  event_uuid: z.string().nullable(),
  ...eventTitleFields,
  event_title: z.string().nullable(),
  review_ide: z.number().nullable(),
  /** The review or the message when it was reported. */
  quote: z.string(),
  /** A reported review that still stands, and so can be removed. */
  review_shown: z.boolean(),
  /** A reported chat message that can still be read, and so be removed. */
  message_shown: z.boolean(),
});

/** Reports of events, people, reviews and messages. */
export const reportsApi = {
  'POST /reports': {
    summary: 'Report an event, a person, a review or a chat message to the app admins; the same one twice counts once',
    body: report,
    answer: nothing,
  },
  'GET /admin/reports': {
    summary: 'Reports, newest first',
    query: z.object({
      state: z.enum(reportStates).optional(),
      kind: z.enum(reportKinds).optional(),
      /** Only those about this person: their events, reviews and messages, too. */
      user_ide: z.coerce.number().int().positive().optional(),
      /** Only those about this event itself. */
      event_uuid: eventUuid.optional(),
      cursor: z
        .string()
        .regex(/^\d{1,17}_[0-9a-f-]{36}$/)
        .optional(),
    }),
    answer: z.object({ reports: z.array(wireAdminReport), next_cursor: z.string().nullable() }),
  },
  'POST /admin/reports/decide': {
    summary: 'Resolve or dismiss a report, and all open ones about the same thing; the note goes to the audit log',
    body: z.object({
      report_uuid: z.uuid().toLowerCase(),
      decision: z.enum(['resolved', 'dismissed']),
      note: z.string().max(5_000),
    }),
    answer: nothing,
  },
  'POST /admin/reports/remove_message': {
    summary: 'Remove a reported chat message, also after the event; its author reads the reason',
    body: z.object({ report_uuid: z.uuid().toLowerCase(), reason: z.string().max(5_000) }),
    answer: nothing,
  },
} as const satisfies EndpointTable;

export type WireReport = z.infer<typeof report>;
export type WireAdminReport = z.infer<typeof wireAdminReport>;
