import {
  bufferMinutesMax,
  exceptionsMax,
  hoursPerDayMax,
  meetingMinutes,
  noticeHoursMax,
  weeklyMeetingsMax,
  meetingMessageCharsMax,
} from '@frontrow/core/meetings/limits.ts';
import { anyPriceMax, sellingCodes } from '@frontrow/core/catalog/selling-terms.ts';
import { z } from 'zod';
import { amount, epochMs, username, eventUuid, type EndpointTable } from '../kernel/endpoint.ts';
import {
  meetingMachine,
  meetingPaymentStates,
  meetingSides,
  missedBy,
  type MeetingState,
} from '@frontrow/core/meetings/meeting-machine.ts';
import { meetingActions } from '@frontrow/core/meetings/request-rules.ts';
import { purchaseAnswer, purchaseFields, wireOrder } from '../ticketing/api.ts';
import { stateAnswer, wireChatMessage } from '../rooms/api.ts';

const minutes = z.union(meetingMinutes.map((length) => z.literal(length)));
/** Wall clock of the host's zone: 09:30; 24:00 is the end of the day. */
const clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);
const weekday = z.int().min(1).max(7);

const settings = z.strictObject({
  enabled: z.boolean(),
  /** IANA zone of the hours. */
  zone: z.string().max(60),
  lengths: z.array(z.strictObject({ minutes, price: amount.min(0).max(anyPriceMax) })).max(meetingMinutes.length),
  /** 1 is Monday. */
  hours: z.array(z.strictObject({ weekday, from: clock, to: clock })).max(7 * hoursPerDayMax),
  /** Date overrides; without hours there is no meeting on that day. */
  exceptions: z
    .array(z.strictObject({ date: z.iso.date(), from: clock.optional(), to: clock.optional() }))
    .max(exceptionsMax),
  buffer_minutes: z.int().min(0).max(bufferMinutesMax),
  notice_hours: z.int().min(0).max(noticeHoursMax),
  /** Null: as many as there are times. */
  weekly_max: z.int().min(1).max(weeklyMeetingsMax).nullable(),
});

const wireSlot = z.object({ starts_at: epochMs, minutes: z.number(), price: amount });

export const meetingHoursApi = {
  'GET /private_meetings/settings': {
    summary: 'What the host offers: lengths with prices, opening hours, exceptions',
    answer: settings.extend({ currency_code: z.string() }),
  },
  'POST /private_meetings/settings': {
    summary: 'Change what the host offers; agreed meetings stay as they are',
    body: settings
      .partial({ exceptions: true, buffer_minutes: true, notice_hours: true, weekly_max: true })
      /** What the prices are in; left out, it stays. Requests keep the currency they were made in. */
      .extend({ currency_code: z.enum(sellingCodes).optional() }),
    answer: settings.extend({ currency_code: z.string() }),
  },
  'GET /hosts/:username/slots': {
    summary: 'Free times of a host between two instants, at most 8 weeks; none where no meetings are offered',
    params: z.object({ username }),
    query: z.object({ from: z.coerce.number().int(), to: z.coerce.number().int() }),
    answer: z.object({
      /** False: this host offers none to the caller. */
      offered: z.boolean(),
      currency_code: z.string(),
      /** What may be asked for, also at another time than a slot; `total` is the price with the ticketing fee. */
      lengths: z.array(z.object({ minutes: z.number(), price: amount, total: amount })),
      /** How long ahead one has to ask. */
      notice_hours: z.number(),
      slots: z.array(wireSlot),
    }),
  },
} as const satisfies EndpointTable;

export type WireOffer = z.infer<(typeof meetingHoursApi)['GET /private_meetings/settings']['answer']>;
export type WireOfferChange = z.infer<(typeof meetingHoursApi)['POST /private_meetings/settings']['body']>;
export type WireSlots = z.infer<(typeof meetingHoursApi)['GET /hosts/:username/slots']['answer']>;

/** Core counts code points after cleaning; up to two code units each, and more before. */
const message = z.string().max(meetingMessageCharsMax * 4);
const state = z.enum(meetingMachine.states as [MeetingState, ...MeetingState[]]);
const paymentState = z.enum(meetingPaymentStates);
const person = z.object({ username: z.string(), name: z.string(), avatar: z.string() });

/** One change: who made it, when, and what was proposed from then on. */
const wireStep = z.object({
  /** Null where time brought it. */
  by: z.enum(meetingSides).nullable(),
  state,
  payment_state: paymentState,
  starts_at: epochMs,
  minutes: z.number(),
  price: amount,
  message: z.string(),
  at: epochMs,
});

export const wireRequest = z.object({
  /** Once it is accepted, this is the uuid of its room and of its event, too. */
  request_uuid: z.string(),
  state,
  payment_state: paymentState,
  missed_by: z.enum(missedBy).nullable(),
  /** Which side the caller is on. */
  side: z.enum(meetingSides),
  host: person,
  viewer: person,
  starts_at: epochMs,
  /** Later than `starts_at` and `minutes` say where the host added time. */
  ends_at: epochMs,
  minutes: z.number(),
  /** Listed price, fee and total: the three honest lines. */
  price: amount,
  fee: amount,
  total: amount,
  currency_code: z.string(),
  /** The viewer's question. */
  message: z.string(),
  created_at: epochMs,
  changed_at: epochMs,
  /** When payment is due; null where nothing is to be paid. It may be paid later, while `purchase` is an action. */
  pay_by: epochMs.nullable(),
  /** From when the room is open; null before it is confirmed. */
  opens_at: epochMs.nullable(),
  ticket_uuid: z.string().nullable(),
  /** What the caller may do now. The server decides again. */
  actions: z.array(z.enum(meetingActions)),
  /** The other side changed it and the caller has not seen that. */
  unread: z.boolean(),
  /** The host wants no more requests of this viewer. Only the host sees it. */
  viewer_blocked: z.boolean(),
  /** Oldest first. */
  history: z.array(wireStep),
});

const answer = z.object({ request: wireRequest });
const request = { request_uuid: eventUuid };

/** The other side of a call is the caller's side of the request: host or viewer. */
export const meetingRequestsApi = {
  'GET /private_requests': {
    summary: 'Private requests of the caller as viewer or as host, changed last first, with their histories',
    query: z.object({
      side: z.enum(meetingSides),
      cursor: z
        .string()
        .regex(/^\d{1,17}_[0-9a-f-]{36}$/)
        .optional(),
      request_uuid: eventUuid.optional(),
    }),
    answer: z.object({ requests: z.array(wireRequest), next_cursor: z.string().nullable() }),
  },
  'GET /private_requests/unread': {
    summary: 'How many requests the other side changed and the caller has not seen',
    answer: z.object({ viewer: z.number(), host: z.number() }),
  },
  'POST /private_requests/seen': {
    summary:
      'The caller has seen the requests of this side: with request_uuid only this one, with changed_at nothing that ' +
      'changed later',
    body: z.strictObject({
      side: z.enum(meetingSides),
      request_uuid: eventUuid.nullish(),
      changed_at: epochMs.nullish(),
    }),
    answer: z.object({ viewer: z.number(), host: z.number() }),
  },
  'POST /private_requests/create': {
    summary: 'Ask a host for a private meeting; nothing is paid before the host accepts',
    body: z.strictObject({ username, starts_at: epochMs, minutes, message: message.nullish() }),
    answer,
    status: 201,
  },
  'POST /private_requests/accept': {
    summary: 'The host accepts; the price is frozen and the time is taken. A free meeting is confirmed at once',
    body: z.strictObject(request),
    answer,
  },
  'POST /private_requests/reject': {
    summary: 'The host rejects, with a reason',
    body: z.strictObject({ ...request, reason: message }),
    answer,
  },
  'POST /private_requests/modify': {
    summary: 'The host proposes another time, length or price; the viewer agrees or cancels',
    body: z.strictObject({
      ...request,
      starts_at: epochMs.nullish(),
      minutes: minutes.nullish(),
      price: amount.nullish(),
      message,
    }),
    answer,
  },
  'POST /private_requests/agree': {
    summary: 'The viewer agrees to what the host proposed',
    body: z.strictObject({ ...request, changed_at: epochMs.nullish() }),
    answer,
  },
  'POST /private_requests/cancel': {
    summary:
      'The caller cancels. The host refunds everything, and cancels an unpaid meeting only in the last 24 hours ' +
      'before it; the viewer is refunded until 24 hours before the start, or if the host is ten minutes late or ' +
      'suspended. With refund it is refused where nothing would be refunded',
    body: z.strictObject({ ...request, message: message.nullish(), refund: z.boolean().nullish() }),
    answer,
  },
  'POST /private_requests/block': {
    summary: 'The host wants no requests from the viewer of this request any more, or again; open ones end',
    body: z.strictObject({ ...request, blocked: z.boolean() }),
    answer: z.object({ blocked: z.boolean() }),
  },
} as const satisfies EndpointTable;

export const meetingPurchaseApi = {
  'POST /private_requests/hold': {
    summary: 'Keep the seat of an accepted meeting for 10 minutes while the checkout is open, for its countdown',
    body: z.strictObject(request),
    answer: z.object({ order: wireOrder }),
  },
  'POST /private_requests/purchase': {
    summary:
      'The viewer pays an accepted meeting; body and answer as `POST /events/purchase`. Accepts Idempotency-Key.',
    body: z.strictObject(purchaseFields).omit({ event_uuid: true, type: true }).extend(request),
    answer: purchaseAnswer.extend({ request: wireRequest }),
  },
} as const satisfies EndpointTable;

export type WireRequest = z.infer<typeof wireRequest>;

const personInRoom = z.object({ username: z.string(), name: z.string(), user_avatar: z.string().nullable() });

/** What is shown before a meeting's room is entered, and in it. */
export const wireMeetingRoom = z.object({
  event_uuid: z.string(),
  /** Which side the caller is on; an app admin is on none. */
  side: z.enum(['host', 'viewer', 'admin']),
  host: personInRoom,
  viewer: personInRoom,
  starts_at: epochMs,
  /** With the time that the host added. */
  ends_at: epochMs,
  /** From when the room is open. */
  opens_at: epochMs,
  event_state: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** It was cancelled, or taken down. */
  event_cancelled: z.boolean(),
  /** It is paid, or costs nothing. */
  confirmed: z.boolean(),
  /** Who is in the room right now. */
  host_here: z.boolean(),
  viewer_here: z.boolean(),
  /** Who has been seen in the room while the meeting ran. */
  host_met: z.boolean(),
  viewer_met: z.boolean(),
});

/** A meeting's room is entered by the calls of every room (`start_streaming`, `join_streaming`), either side first. */
export const meetingRoomApi = {
  'GET /private_meetings/:uuid/room': {
    summary: 'What is shown before the room of a private meeting: for its two people and app admins',
    params: z.object({ uuid: eventUuid }),
    answer: z.object({ meeting: wireMeetingRoom }),
  },
  'POST /private_meetings/add_time': {
    summary: 'The host adds 10 minutes without charge, where the time after the meeting is free',
    body: z.strictObject({ event_uuid: eventUuid }),
    answer: stateAnswer,
  },
  'GET /private_requests/:uuid/chat': {
    summary:
      'What the two wrote in the room of their meeting, oldest first; of a very long one the latest 500 messages',
    params: z.object({ uuid: eventUuid }),
    answer: z.object({ messages: z.array(wireChatMessage) }),
  },
} as const satisfies EndpointTable;

export type WireMeetingRoom = z.infer<typeof wireMeetingRoom>;
