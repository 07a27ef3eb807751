import { meetingMessageCharsMax, meetingMinutes } from '@frontrow/core/meetings/limits.ts';
import {
  meetingMachine,
  type MeetingState,
  meetingPaymentStates,
  meetingSides,
  missedBy,
} from '@frontrow/core/meetings/meeting-machine.ts';
import { meetingActions } from '@frontrow/core/meetings/request-rules.ts';
import { z } from 'zod';
import { amount, type EndpointTable, epochMs, eventUuid, username } from '../kernel/endpoint.ts';
import { purchaseAnswer, purchaseFields, wireOrder } from '../ticketing/api.ts';

const minutes = z.union(meetingMinutes.map((length) => z.literal(length)));
const message = z.string().max(meetingMessageCharsMax);
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
    summary: 'The caller has seen all requests of this side',
    body: z.strictObject({ side: z.enum(meetingSides) }),
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
      'before it; the viewer is refunded until 24 hours before the start, or if the host is ten minutes late',
    body: z.strictObject({ ...request, message: message.nullish() }),
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
    summary: 'The viewer pays an accepted meeting; body and answer as `POST /events/purchase`',
    body: z.strictObject(purchaseFields).omit({ event_uuid: true, type: true }).extend(request),
    answer: purchaseAnswer.extend({ request: wireRequest }),
  },
} as const satisfies EndpointTable;

export type WireRequest = z.infer<typeof wireRequest>;
