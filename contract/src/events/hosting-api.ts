import { scanPlaceCharsMax, scanResults, scansPerCallMax } from '@frontrow/core/ticketing/check-in.ts';
import { z } from 'zod';
import { amount, type EndpointTable, epochMs, eventUuid } from '../kernel/endpoint.ts';

const cursor = z.string().max(200).optional();
const byId = z.object({ id: eventUuid });

const wirePromoCode = z.object({
  promo_id: z.number(),
  promo_code: z.string(),
  promo_percent: z.number(),
  promo_cap: z.number().nullable(),
  promo_from: epochMs.nullable(),
  promo_until: epochMs.nullable(),
  /** Open and paid orders that use it. */
  promo_uses: z.number(),
  /** Null without a cap. */
  promo_uses_left: z.number().nullable(),
  promo_state: z.enum(['open', 'not_yet', 'expired', 'used_up', 'ended']),
});
const promoCodes = z.object({ promo_codes: z.array(wirePromoCode) });

/** How somebody came by a ticket: `free` where the event costs nothing, `holder` by a token. */
const ticketKind = z.enum(['paid', 'promo', 'complimentary', 'free', 'holder', 'pass']);

const wireDoorEntry = z.object({
  ticket_uuid: z.string(),
  ticket_seat: z.number(),
  /** The name the person is shown by in the room. */
  name: z.string(),
  ticket_code: z.string(),
  ticket_state: z.enum(['valid', 'void']),
  ticket_kind: ticketKind,
  promo_code: z.string().nullable(),
  /** The collection or coin that let the holder in, as the event names it; never a wallet. */
  holder_of: z.string().nullable(),
  joined: z.boolean(),
  /** When this person was checked in. */
  checked_in: epochMs.nullable(),
  /** Of people with an account; guests have no username that anyone knows. */
  username: z.string().nullable(),
  /** `/{username}` is a page: the person is a host, too. */
  has_page: z.boolean(),
  /** Of valid tickets, for the host; for a complimentary one, the address the host typed. */
  email: z.string().nullable(),
});

const wireBilledOrder = z.object({
  order_uuid: z.string(),
  name: z.string(),
  paid_at: epochMs,
  ticket_kind: ticketKind,
  promo_code: z.string().nullable(),
  price: amount,
  discount: amount,
  /** The buyer pays it, on top of the price. */
  fee: amount,
  total: amount,
  /** Of the total. */
  refunded: amount,
  /** Of the total: what a payment dispute holds or took. Servers of the release before do not say. */
  disputed: amount.optional(),
});

const wireBilledCode = z.object({
  /** Null: bought without a code. */
  promo_code: z.string().nullable(),
  complimentary: z.boolean(),
  tickets: z.number(),
  price: amount,
  discount: amount,
  fee: amount,
  total: amount,
  refunded: amount,
  disputed: amount.optional(),
  /** Price less discount and what of it went back or is disputed: the host's. */
  net: amount,
});

export const hostingApi = {
  'GET /events/:id/promo_codes': {
    summary: 'Promo codes of an event with their uses, for its host',
    params: byId,
    answer: promoCodes,
  },
  'POST /events/promo_codes/add': {
    summary: 'Another promo code for an event that is not over',
    body: z.object({
      event_uuid: eventUuid,
      code: z.string().max(100),
      percent: z.number(),
      cap: z.number().nullish(),
      from: epochMs.nullish(),
      until: epochMs.nullish(),
    }),
    answer: promoCodes,
  },
  'POST /events/promo_codes/end': {
    summary: 'End a promo code; buyers who used it keep the price',
    body: z.object({ event_uuid: eventUuid, promo_id: z.int() }),
    answer: promoCodes,
  },
  'GET /events/:id/billed': {
    summary: 'Who paid what for an event, newest first, and the sums by promo code, for its host',
    params: byId,
    query: z.object({ cursor }),
    answer: z.object({
      currency_code: z.string(),
      codes: z.array(wireBilledCode),
      orders: z.array(wireBilledOrder),
      next_cursor: z.string().nullable(),
    }),
  },
  'GET /events/:id/door_list': {
    summary:
      'Everyone with a ticket by seat, with email addresses, for the host; event admins and co-hosts get it without ' +
      'email addresses and promo codes, to check people in',
    params: byId,
    query: z.object({
      after_seat: z.coerce.number().int().min(0).optional(),
      /** In a name, a username, a ticket code or an email address; or a seat. */
      search: z.string().max(100).optional(),
    }),
    answer: z.object({
      entries: z.array(wireDoorEntry),
      next_after_seat: z.number().nullable(),
      /** Of all valid tickets, whatever was searched for. */
      tickets: z.number(),
      joined: z.number(),
      checked_in: z.number(),
      /** Tickets show their code as a QR code. */
      ticket_qr: z.boolean(),
    }),
  },
  'POST /events/door_list/check_in': {
    summary: 'Check someone in on the guest list, or take that back; the same again changes nothing',
    body: z.object({ event_uuid: eventUuid, ticket_uuid: z.uuid().toLowerCase(), checked_in: z.boolean() }),
    answer: z.object({ ticket_uuid: z.string(), checked_in: epochMs.nullable() }),
  },
  'POST /events/door_list/scan': {
    summary:
      'Check in scanned tickets, as many as a phone kept while it was offline. A scan sent again gets the same answer; ' +
      'of two scans of a ticket the one that arrives first counts.',
    body: z.strictObject({
      event_uuid: eventUuid,
      /** Where they were scanned: shown when one of them is scanned again. */
      place: z.string().trim().max(scanPlaceCharsMax).optional(),
      scans: z
        .array(
          z.strictObject({
            /** Made by the phone, one per scan. */
            scan_uuid: z.uuid().toLowerCase(),
            /** What the camera read or someone typed. */
            code: z.string().max(2_000),
            at: epochMs,
          }),
        )
        .min(1)
        .max(scansPerCallMax),
    }),
    answer: z.object({
      results: z.array(
        z.object({
          scan_uuid: z.string(),
          result: z.enum(scanResults),
          /** Of a ticket of this event; null for others. */
          ticket: z.object({ ticket_uuid: z.string(), ticket_seat: z.number(), name: z.string() }).nullable(),
          checked_in: epochMs.nullable(),
          place: z.string().nullable(),
          /** Of the host's other event that the ticket is for; told to the host alone. */
          event_title: z.string().nullable(),
        }),
      ),
      tickets: z.number(),
      checked_in: z.number(),
    }),
  },
  'GET /events/:id/door_list/codes': {
    summary:
      'What a phone needs to scan while it is offline: the first 24 characters of SHA-256 of `{event_uuid}:{code}` of each ' +
      'valid ticket; none for more than 20,000 tickets',
    params: byId,
    answer: z.object({ hashes: z.array(z.string()), tickets: z.number(), checked_in: z.number() }),
  },
  'POST /events/door_list/ticket_qr': {
    summary: 'Show the codes of tickets as QR codes, or as text only',
    body: z.strictObject({ event_uuid: eventUuid, on: z.boolean() }),
    answer: z.object({ ticket_qr: z.boolean() }),
  },
  'GET /events/:id/door_list_csv': {
    summary: 'The whole guest list as CSV',
    params: byId,
    answer: z.object({ filename: z.string(), csv: z.string() }),
  },
  'GET /events/:id/complimentary': {
    summary: 'Whom the host gave complimentary tickets, newest first',
    params: byId,
    answer: z.object({ guests: z.array(wireDoorEntry) }),
  },
  'POST /events/complimentary': {
    summary: 'Give complimentary tickets to a list of email addresses; each line gets its own result',
    body: z.object({ event_uuid: eventUuid, emails: z.array(z.string().max(1_000)).max(1_000) }),
    answer: z.object({
      lines: z.array(
        z.object({
          line: z.string(),
          answer: z.enum([
            'given',
            'invalid',
            'repeated',
            'already_has_ticket',
            'own_event',
            'sold_out',
            'complimentary_used_up',
          ]),
        }),
      ),
      given: z.number(),
    }),
  },
  'POST /events/complimentary/withdraw': {
    summary: 'Take a complimentary ticket back, until the start',
    body: z.object({ event_uuid: eventUuid, ticket_uuid: z.uuid().toLowerCase() }),
    answer: z.object({ ticket_uuid: z.string() }),
  },
} as const satisfies EndpointTable;
