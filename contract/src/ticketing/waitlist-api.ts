import { z } from 'zod';
import { wireEventCard } from '../events/api.ts';
import { type EndpointTable, epochMs, eventUuid } from '../kernel/endpoint.ts';

const place = {
  /** 1 is next. People with an offer are still in line. Null without a place. */
  position: z.number().nullable(),
  /** How many people are in line. */
  size: z.number(),
  /** A seat is held for this person: buying a ticket takes it. */
  offer: z.object({ order_uuid: z.string(), expires_at: epochMs }).optional(),
};

export const wireWaitlistPlace = z.object({ ...place, event: wireEventCard, joined_at: epochMs });

export const waitlistApi = {
  'POST /events/waitlist': {
    summary:
      'Join or leave the waitlist of a sold-out event; first come, first served. A guest gives an address: place and ' +
      'offer come by mail, and this browser proves the place by guest-token like a hold.',
    body: z.strictObject({ event_uuid: eventUuid, join: z.boolean(), email: z.string().max(254).nullish() }),
    answer: z.object(place),
  },
  'GET /events/waitlist/mine': {
    summary:
      'Waitlists of the caller: of the session, or of this browser where a guest joined. Of one event also whether a ' +
      'checkout of the caller holds a seat.',
    query: z.object({ event_uuid: eventUuid.optional() }),
    answer: z.object({
      places: z.array(wireWaitlistPlace),
      /** An open checkout of the caller holds a seat of this event, maybe the last one: buying a ticket takes it. */
      held_until: epochMs.optional(),
    }),
  },
  'GET /events/:uuid/queue': {
    summary: 'How far the line of a waiting page has moved. The same for everyone, so caches may keep it for a second',
    params: z.object({ uuid: eventUuid }),
    answer: z.object({
      opens_at: epochMs,
      /** Sales have opened, so everyone in line has a place. */
      open: z.boolean(),
      /** People up to this place have been let in to the checkout. */
      admitted_through: z.number(),
      waiting: z.number(),
      seats_left: z.number(),
    }),
  },
  'POST /events/queue': {
    summary: 'Get in line on the waiting page, or read the own place: one for each account, in however many tabs',
    body: z.strictObject({ event_uuid: eventUuid }),
    answer: z.object({
      /** Null until sales open: then everyone who waits gets a random one, and others follow in order. */
      place: z.number().nullable(),
      /** Until when the checkout must be begun, once it may be; null before. */
      admitted_until: epochMs.nullable(),
      /** The checkout was begun in time. */
      begun: z.boolean(),
    }),
  },
} as const satisfies EndpointTable;

export type WireWaitlistPlace = z.infer<typeof wireWaitlistPlace>;
