import { rangeDaysMax } from '@frontrow/core/stats/limits.ts';
import { z } from 'zod';
import { eventTitleFields } from '../events/event-title.ts';
import { amount, epochMs, type EndpointTable, eventUuid, nothing, username } from '../kernel/endpoint.ts';

const urlCharsMax = 2_000;

/**
 * Days as `2026-05-31` in the host's zone, both included; a moment means its day. Without a first day: so many days,
 * thirty where it is not said. Without a last day: until today.
 */
const range = z.object({
  from: z.string().max(40).optional(),
  to: z.string().max(40).optional(),
  days: z.coerce.number().int().min(1).max(rangeDaysMax).optional(),
  event_uuid: eventUuid.optional(),
});

const wireCounts = z.object({
  views: z.number(),
  /** People, each counted once a day. */
  visitors: z.number(),
  checkouts: z.number(),
  tickets_sold: z.number(),
  tickets_returned: z.number(),
  /** Tickets sold of a hundred visitors; null without visitors. */
  conversion: z.number().nullable(),
  shows: z.number(),
  /** Of events that took place: tickets that were good, whose holders came, and whose did not. */
  tickets_expected: z.number(),
  attended: z.number(),
  no_shows: z.number(),
  peak_viewers: z.number(),
  average_viewers: z.number(),
  /** Minutes that somebody who came watched, on average. */
  average_watch_minutes: z.number(),
  turns: z.number(),
  chat_messages: z.number(),
  reviews: z.number(),
  average_stars: z.number().nullable(),
  new_followers: z.number(),
});

const wireMoney = z.object({
  currency_code: z.string(),
  /** Of the prices, without the fee; what was given back is taken off. */
  revenue: amount,
  fee: amount,
  refunded: amount,
});

const wireDay = z.object({
  day: z.string(),
  views: z.number(),
  visitors: z.number(),
  tickets_sold: z.number(),
  tickets_returned: z.number(),
  new_followers: z.number(),
  money: z.array(wireMoney),
});

const wireStatsEvent = z.object({
  event_uuid: z.string(),
  event_title: z.string(),
  event_cover_image: z.string(),
  event_date: epochMs,
  event_cancelled: z.boolean(),
  /** Its tickets cost nothing. */
  event_free: z.boolean(),
  seats: z.number(),
  seats_sold: z.number(),
  waiting: z.number(),
  views: z.number(),
  visitors: z.number(),
  tickets_expected: z.number(),
  attended: z.number(),
  peak_viewers: z.number(),
  reviews: z.number(),
  average_stars: z.number().nullable(),
  money: wireMoney,
});

const wireStats = z.object({
  from: z.string(),
  to: z.string(),
  time_zone: z.string(),
  event: z.object({ event_uuid: z.string(), event_title: z.string() }).nullable(),
  totals: wireCounts,
  /** Of as many days right before. */
  previous: wireCounts,
  money: z.array(wireMoney),
  previous_money: z.array(wireMoney),
  /** Seats of the events that begin within the range; `waiting` is of now, whenever the event is. */
  seats: z.object({ seats: z.number(), seats_sold: z.number(), waiting: z.number() }),
  followers: z.number(),
  days: z.array(wireDay),
  /** Most visitors first. */
  sources: z.array(
    z.object({
      kind: z.enum(['direct', 'inside', 'ref', 'site', 'other']),
      name: z.string(),
      views: z.number(),
      visitors: z.number(),
    }),
  ),
  /** Private meetings, by currency: they are no events of the list. */
  private_meetings: z.array(z.object({ sold: z.number(), money: wireMoney })),
  /** The viewers in each minute of the latest event that took place. */
  who_stayed: z
    .object({
      event_uuid: z.string(),
      event_title: z.string(),
      started: epochMs,
      viewers: z.array(z.object({ minute: z.number(), viewers: z.number() })),
    })
    .nullable(),
  /** Newest start first. */
  events: z.array(wireStatsEvent),
  next_cursor: z.string().nullable(),
});

const wireActivity = z.object({
  activity_ide: z.number(),
  kind: z.enum([
    'sales',
    'refunds',
    'follows',
    'review',
    'finished',
    'cancelled',
    'waitlist',
    'payout',
    'request',
    'replay_taken_down',
  ]),
  at: epochMs,
  unread: z.boolean(),
  /** How many; of a review its stars, of a finished event who came. */
  count: z.number(),
  amount: amount.nullable(),
  currency_code: z.string().nullable(),
  event: z.object({ event_uuid: z.string(), ...eventTitleFields }).nullable(),
  /** Null where it is nobody in particular, or an account that is gone. */
  person_name: z.string().nullable(),
  detail: z.string(),
});

export type WireStats = z.output<typeof wireStats>;
export type WireCounts = z.output<typeof wireCounts>;
export type WireMoney = z.output<typeof wireMoney>;
export type WireStatsDay = z.output<typeof wireDay>;
export type WireStatsEvent = z.output<typeof wireStatsEvent>;
export type WireActivity = z.output<typeof wireActivity>;

export const statsApi = {
  'POST /views': {
    summary: 'A page of an event or of a host was looked at; counted without cookies, bots are not',
    body: z
      .object({
        event_uuid: eventUuid.optional(),
        username: username.optional(),
        what: z.enum(['page', 'checkout']).default('page'),
        ref: z.string().max(urlCharsMax).optional(),
        referrer: z.string().max(urlCharsMax).optional(),
      })
      .refine(({ event_uuid, username: name }) => (event_uuid === undefined) !== (name === undefined), {
        message: 'Name an event or a host.',
      }),
    answer: nothing,
  },
  'GET /stats': {
    summary: 'A host’s numbers in a range of days, of one event or of all',
    query: range,
    answer: wireStats,
  },
  'GET /stats/events': {
    summary: 'The events behind those of GET /stats, newest start first',
    query: range.extend({ cursor: z.string().max(200).optional() }),
    answer: wireStats.pick({ events: true, next_cursor: true }),
  },
  'GET /stats/csv': {
    summary: 'The days or the events of a range as a file of comma-separated values',
    query: range.extend({ table: z.enum(['days', 'events']) }),
    answer: z.object({ file_name: z.string(), csv: z.string() }),
  },
  'GET /activity': {
    summary: 'What happened lately to a host’s events, newest first',
    query: z.object({ cursor: z.string().max(200).optional() }),
    answer: z.object({
      activity: z.array(wireActivity),
      /** When the host last marked it as read; null before the first time. */
      seen: epochMs.nullable(),
      next_cursor: z.string().nullable(),
    }),
  },
  'GET /activity/unread': {
    summary: 'How many lines of the activity are new, at most a hundred',
    answer: z.object({ unread: z.number() }),
  },
  'POST /activity/seen': {
    summary: 'The host has read the activity; `until`: the newest line that was shown',
    body: z.object({ until: epochMs }),
    answer: z.object({ unread: z.number() }),
  },
} as const satisfies EndpointTable;
