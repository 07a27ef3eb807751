import { hostingActions, hostingSteps, stepStates } from '@frontrow/core/events/hosting-steps.ts';
import { z } from 'zod';
import { eventsApi, wireEventCard } from '../events/api.ts';
import { amount, type EndpointTable, epochMs, eventUuid } from '../kernel/endpoint.ts';

/** What waits for the host, most urgent first. */
export const attentionKinds = [
  'encoder_lost',
  'encoder_missing',
  'meeting_requests',
  'payout_failed',
  'payout_held',
  'payout_information',
  'payout_method_missing',
  'disputes',
  'waitlist',
] as const;

const money = z.object({ currency_code: z.string(), amount });

const wireAttention = z.object({
  kind: z.enum(attentionKinds),
  /** How many of them; 1 where they cannot be counted. */
  count: z.number(),
  /** Who waits longest, by the name they are shown by. */
  person_name: z.string().nullable(),
  /** When it is too late. */
  until: epochMs.nullable(),
  money: z.array(money),
  event: z.object({ event_uuid: z.string(), event_title: z.string() }).nullable(),
  /** In the provider's or the admin's words. */
  detail: z.string().nullable(),
});

/** An event on the host's side: `waiting` people want a seat. */
const wireOwnEvent = wireEventCard.extend({ waiting: z.number() });

const wireNext = wireOwnEvent.extend({
  action: z.enum(hostingActions),
  steps: z.array(z.object({ step: z.enum(hostingSteps), state: z.enum(stepStates) })),
  /** From when it can be started. */
  starts_from: epochMs,
  views: z.number(),
  /** Of the prices, without fees and what was refunded. */
  revenue: amount,
});

/** Everything that the host's home shows, in one answer. */
export const hostHomeApi = {
  'GET /host/home': {
    summary:
      'The host’s home: next event with its next step, what needs attention, numbers of the month, upcoming events',
    answer: z.object({
      time_zone: z.string(),
      next: wireNext.nullable(),
      attention: z.array(wireAttention),
      /** Upcoming events behind the next one, soonest first. */
      upcoming: z.array(wireOwnEvent),
      /** How many upcoming events there are, the next one included. */
      upcoming_count: z.number(),
      /** Of the current month in the host's zone. */
      month: z.object({
        from: z.string(),
        revenue: z.array(money),
        tickets_sold: z.number(),
        views: z.number(),
      }),
      available: z.array(money),
      rating: z.object({ average: z.number().nullable(), reviews: z.number() }),
    }),
  },
  'GET /host/events/:id/results': {
    summary: 'How an event of the host went: who came, how many watched, what it brought, and what people said',
    params: z.object({ id: eventUuid }),
    answer: wireEventCard.extend({
      /** Null until it took place and was counted, which takes some seconds. */
      audience: z
        .object({
          came: z.number(),
          expected: z.number(),
          peak_viewers: z.number(),
          /** When the most people watched. */
          peak_at: epochMs.nullable(),
          average_watch_minutes: z.number(),
          /** Of the host's other events; null without any. */
          usual_watch_minutes: z.number().nullable(),
          turns: z.number(),
          chat_messages: z.number(),
        })
        .nullable(),
      /** Questions of the audience that nobody answered or dismissed. */
      unanswered_questions: z.number(),
      /** Viewers in each minute since it began. */
      viewers: z.array(z.object({ minute: z.number(), viewers: z.number() })),
      money: eventsApi['GET /events/:id/private'].answer,
      /** When the money becomes available; null where it is not over, or brought none. */
      available_at: epochMs.nullable(),
      reviews: z.object({
        count: z.number(),
        average: z.number().nullable(),
        /** The latest with a text. */
        latest: z.array(z.object({ stars: z.number(), text: z.string(), name: z.string() })),
      }),
    }),
  },
} as const satisfies EndpointTable;

export type WireAttention = z.infer<typeof wireAttention>;
