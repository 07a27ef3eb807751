import { sellingCodes } from '@frontrow/core/catalog/selling-terms.ts';
import { videoSlots } from '@frontrow/core/events/event-video.ts';
import { tagCharsMax } from '@frontrow/core/events/limits.ts';
import { z } from 'zod';
import { wireInfluencer, wireUser } from '../accounts/api.ts';
import { wireCurrency, wireTicketConfig } from '../catalog/api.ts';
import { amount, type EndpointTable, epochMs, eventUuid } from '../kernel/endpoint.ts';
import { eventTitleFields } from './event-title.ts';
import { eventChange, eventCreation, seriesScope } from './event-form.ts';

/** A token as its contract describes itself; anybody can make a contract that says the same. */
export const wireToken = z.object({
  token_standard: z.enum(['erc20', 'erc721', 'erc1155']),
  token_chain_id: z.number(),
  token_address: z.string(),
  token_id: z.string().nullable(),
  token_name: z.string(),
  token_symbol: z.string(),
  token_picture: z.string().nullable(),
  /** Of a coin: how much of it is asked for, in whole units. */
  token_min_balance: z.number().nullable(),
});

const wireSeries = z.object({ uuid: z.string(), title: z.string(), position: z.number(), count: z.number() });

/** Exactly one of `ticket` / `ticket_streaming` (and its price and counts) is present. */
export const wireEvent = z.object({
  event_uuid: z.string(),
  event_ide: z.number(),
  ...eventTitleFields,
  event_description: z.string(),
  event_date: epochMs,
  /** How long it is planned to take, where its host said so. */
  event_duration_minutes: z.number().optional(),
  /** When tickets go on sale, to people from the waiting page; left out: they are on sale since the publication. */
  event_sales_open_date: epochMs.optional(),
  event_streaming_start_date: epochMs.nullable(),
  event_opening_ticketing: z.boolean(),
  event_cover_image: z.string(),
  event_presentation_video: z.string().nullable(),
  event_presentation_video_landscape: z.string().nullable(),
  event_thanks_video: z.string().nullable(),
  event_thanks_video_landscape: z.string().nullable(),
  /** Interactive: listed price, seats in all, seats free. */
  event_price_ticket: amount.optional(),
  event_num_attendees: z.number().optional(),
  event_num_tickets_free: z.number().optional(),
  /** Broadcast: the same. */
  event_price_ticket_streaming: amount.optional(),
  event_num_attendees_streaming: z.number().optional(),
  event_num_tickets_free_streaming: z.number().optional(),
  /** Tickets sold: the attendee count. */
  event_num_tickets_sold: z.number(),
  event_promotional_code_discount: z.number().nullable(),
  /** Holders may cancel until so many hours before the start; null: they may not. */
  event_self_cancel_hours: z.number().nullable(),
  /** The percentage of the price that is refunded then; null means price and fee. */
  event_self_cancel_percent: z.number().nullable(),
  /** Of a token-gated event: what it asks for, any one of which is enough, in words: "2 FRC". */
  event_holders_of: z.array(z.string()).optional(),
  /** Of those, what was read from a chain when the event was published. */
  event_tokens: z.array(wireToken).optional(),
  /** The series it is one date of; cancelled dates count. */
  series: wireSeries.optional(),
  event_state: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  event_cancelled: z.boolean(),
  /** An app admin took it out of lists and off sale; tickets stay valid. */
  event_unpublished: z.literal(true).optional(),
  event_cancel_reason: z.enum(['host', 'no_show', 'admin']).nullable(),
  event_finished_date: epochMs.nullable(),
  event_category_ide: z.number().nullable(),
  event_lang_ides: z.array(z.number()),
  event_tags: z.array(z.string()),
  event_location: z.object({ data: z.object({ zoneName: z.string() }) }),
  /** The start was moved: that is possible once. */
  event_rescheduled: z.boolean(),
  /** When it was to begin before it was moved. */
  event_previous_date: epochMs.nullable(),
  event_version: z.number(),
  public: z.boolean(),
  /** A private meeting, whose `request_uuid` is this uuid: only in what its two people read. */
  event_private: z.literal(true).optional(),
  currency: wireCurrency,
  ticket: wireTicketConfig.optional(),
  ticket_streaming: wireTicketConfig.optional(),
});

export const wireAttendee = z.object({
  user_username: z.string(),
  /** What the person chose to be called. */
  user_name: z.string(),
  user_avatar: z.string().nullable(),
});

/** An event in a list: the event with its host and, when live, how many watch. */
export const wireEventCard = z.object({
  event: wireEvent,
  user: wireUser,
  influencer: wireInfluencer,
  watching: z.number(),
});

/** What GET /events/{uuid} answers: the same for everybody, so that it can be cached per version. */
export const wireEventPage = wireEventCard.extend({
  attendees_users: z.array(wireAttendee),
  /** Public events of this host that took place. */
  host_events: z.number(),
  /** Its replay can be watched by everyone, or bought. */
  event_replay: z.enum(['free', 'sale']).optional(),
  /** The host records it, or will: said before anyone enters. */
  event_recorded: z.literal(true).optional(),
});

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

/** An event as its host filled it in: for changing it, or for another one like it. */
export const wireEventDraft = z.object({
  event_uuid: z.string(),
  event_kind: z.enum(['interactive', 'broadcast']),
  event_cover_image: z.string(),
  event_title: z.string(),
  event_description: z.string(),
  event_date: epochMs,
  event_start_hour: z.string(),
  event_duration_minutes: z.number().nullable(),
  event_location: z.object({ data: z.object({ zoneName: z.string() }) }),
  public: z.boolean(),
  event_opening_ticketing: z.boolean(),
  event_rally_coins: z.array(
    z.object({
      coinName: z.string(),
      coinId: z.string(),
      minCoinBalance: z.number(),
      coinChainId: z.number().optional(),
      coinAddress: z.string().optional(),
    }),
  ),
  event_rally_nfts_collections: z.array(z.string()),
  event_rally_delegates: z.boolean(),
  tickets: z.number(),
  price: amount,
  /** Its code. */
  currency: z.string(),
  event_tags: z.array(z.string()),
  event_lang_ides: z.array(z.number()),
  event_category_ide: z.number().nullable(),
  event_promotional_code: z.string().nullable(),
  event_promotional_code_discount: z.number().nullable(),
  event_promotional_code_cap: z.number().nullable(),
  event_promotional_code_from: epochMs.nullable(),
  event_promotional_code_until: epochMs.nullable(),
  event_self_cancel_hours: z.number().nullable(),
  event_self_cancel_percent: z.number().nullable(),
  event_sales_open_date: epochMs.optional(),
  series: wireSeries.optional(),
  /** Sold or held: while it is more than none, the title stays. */
  tickets_taken: z.number(),
  /** From the first order on the price stays, whatever became of the order. */
  price_fixed: z.boolean(),
});

/** Numbers of the catalogue are the database's. */
const ideMax = 2_147_483_647;

/** What lists and search can be narrowed to. */
export const eventFilters = z.object({
  live_now: flag.optional(),
  past: flag.optional(),
  free: flag.optional(),
  /** Fee included; in `currency`. Events that are sold in another currency are left out. */
  price_max: z.coerce.number().min(0).optional(),
  /** EUR where it is left out. */
  currency: z.enum(sellingCodes).optional(),
  from: z.coerce.number().int().optional(),
  to: z.coerce.number().int().optional(),
  lang: z.coerce.number().int().max(ideMax).optional(),
  category: z.coerce.number().int().max(ideMax).optional(),
  /** Counted in letters where it is given to an event: one may be two of these. */
  tag: z
    .string()
    .max(2 * tagCharsMax)
    .optional(),
  host: z.string().max(40).optional(),
});

/** Which page of a list. */
export const listPlace = {
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(50).optional(),
};

export const wireHostCard = z.object({ user: wireUser, influencer: wireInfluencer, upcoming_events: z.number() });

/** What `GET /series/{uuid}` answers: the same for everyone. */
export const wireSeriesPage = z.object({
  series: z.object({ uuid: z.string(), title: z.string(), count: z.number() }),
  user: wireUser,
  influencer: wireInfluencer,
  /** In the order of their starts. */
  upcoming: z.array(wireEventCard),
  /** The latest first; at most 12. */
  past: z.array(wireEventCard),
});

/** The file of an upload: mp4 or mov by its content, at most 100 MB and 20 s. */
const videoFile = z.unknown().optional().meta({ type: 'string', format: 'binary' });
const presentationVideo = {
  summary: 'Presentation video of an event, for phones; `…Landscape` for desktops',
  multipart: true,
  body: z.object({ event_uuid: eventUuid, event_presentation_video: videoFile }),
  answer: z.object({ success: z.boolean() }),
} as const;
const thanksVideo = {
  ...presentationVideo,
  summary: 'Thanks video of an event, for phones; `…Landscape` for desktops',
  body: z.object({ event_uuid: eventUuid, event_thanks_video: videoFile }),
} as const;

export const eventsApi = {
  'GET /events': {
    summary: 'Public events: filters, keyset pages',
    query: eventFilters.extend(listPlace),
    answer: z.object({ events: z.array(wireEventCard), next_cursor: z.string().nullable() }),
  },
  'GET /events/:id': {
    summary: 'One event by uuid (ETag, 304)',
    params: z.object({ id: eventUuid }),
    answer: wireEventPage,
  },
  'GET /events/:id/private': {
    summary: 'Private information panel of the owner: gross revenue, ticketing fee, and what became of them',
    params: z.object({ id: eventUuid }),
    answer: z.object({
      attendees: z.number(),
      /** Attendees times the listed price, and times its fee, which buyers pay on top. */
      gross_revenue: amount,
      ticketing_fee: amount,
      /** Taken off the gross: promo codes, complimentary tickets, and refunds to people who keep their ticket. */
      discounts: amount,
      complimentary_tickets: z.number(),
      complimentary: amount,
      refunds: amount,
      /** Added to it: what the host keeps of cancelled tickets. Net is what the ledger has for the host. */
      kept: amount,
      net_revenue: amount,
      /** Refunded tickets are no attendees: not in the gross. */
      refunded_tickets: z.number(),
      refunded: amount,
      /** The host's part of open disputes: frozen until banks decide, and not in the revenue. */
      disputed: amount,
      /** How many people wait for a seat. */
      waiting: z.number(),
    }),
  },
  'GET /events/mine': {
    summary: 'Events of the calling host',
    query: z.object({
      scope: z.enum(['upcoming', 'happening', 'past']).default('upcoming'),
      cursor: z.string().max(200).optional(),
    }),
    answer: z.object({
      /** With how many people wait for a seat. */
      events: z.array(wireEventCard.extend({ waiting: z.number() })),
      next_cursor: z.string().nullable(),
    }),
  },
  'GET /hosts': {
    summary: 'Hosts to discover, newest first',
    query: z.object({ limit: z.coerce.number().int().min(1).max(24).default(8) }),
    answer: z.object({
      hosts: z.array(wireHostCard),
    }),
  },
  'GET /series/:id': {
    summary: 'A series with its dates: those to come, and the last ones that are over',
    params: z.object({ id: eventUuid }),
    answer: wireSeriesPage,
  },
  'POST /events/create': {
    summary: 'Publish an event. Accepts Idempotency-Key.',
    multipart: true,
    body: eventCreation,
    /** `events`: all dates, where several were published. */
    answer: z.object({ event: wireEvent, events: z.array(wireEvent).optional() }),
    status: 201,
  },
  'GET /events/:id/draft': {
    summary: 'An event as its owner filled it in',
    params: z.object({ id: eventUuid }),
    answer: wireEventDraft,
  },
  'POST /events/update': {
    summary: 'Change what was not promised to buyers, while the event is upcoming',
    multipart: true,
    body: eventChange,
    answer: z.object({ event: wireEvent }),
  },
  'POST /events/reschedule': {
    summary: 'Move an event to a later time, once and at least 24 h before its start',
    body: z.object({
      event_uuid: eventUuid,
      event_date: epochMs,
      event_start_hour: z.string().max(5),
      series_scope: seriesScope,
    }),
    answer: z.object({ event: wireEvent }),
  },
  'POST /events/message': {
    summary: 'Write to everybody with a ticket, guests too, by mail. Accepts Idempotency-Key.',
    body: z.object({ event_uuid: eventUuid, subject: z.string().max(1_000), text: z.string().max(20_000) }),
    answer: z.object({ told: z.number() }),
  },
  'GET /events/:id/messages': {
    summary: 'What the host wrote, for the host and ticket holders',
    params: z.object({ id: eventUuid }),
    answer: z.object({ messages: z.array(z.object({ subject: z.string(), text: z.string(), sent_at: epochMs })) }),
  },
  'POST /events/cancel': {
    summary: 'Cancel an event; every buyer is refunded in full',
    body: z.object({ event_uuid: eventUuid, series_scope: seriesScope }),
    answer: z.object({ event: wireEvent }),
  },
  'POST /events/updatePresentationVideo': presentationVideo,
  'POST /events/updatePresentationVideoLandscape': presentationVideo,
  'POST /events/updateThanksVideo': thanksVideo,
  'POST /events/updateThanksVideoLandscape': thanksVideo,
  'POST /events/remove_video': {
    summary: 'Takes a video off an event',
    body: z.object({ event_uuid: eventUuid, video: z.enum(videoSlots) }),
    answer: z.object({ success: z.boolean() }),
  },
} as const satisfies EndpointTable;

export type WireToken = z.infer<typeof wireToken>;
export type WireEvent = z.infer<typeof wireEvent>;
export type WireEventCard = z.infer<typeof wireEventCard>;
export type WireHostCard = z.infer<typeof wireHostCard>;
export type WireEventPage = z.infer<typeof wireEventPage>;
export type WireSeriesPage = z.infer<typeof wireSeriesPage>;
export type EventCreation = z.output<typeof eventCreation>;
export type EventChange = z.output<typeof eventChange>;
export type WireEventDraft = z.infer<typeof wireEventDraft>;
