import { z } from 'zod';
import { wireEventCard } from '../events/api.ts';
import { amount, type EndpointTable, epochMs, eventUuid } from '../kernel/endpoint.ts';

/** What a payment provider calls something: printable, without spaces. */
const providerReference = z
  .string()
  .max(200)
  .regex(/^[\u0021-\u007E]*$/);

export const orderStates = [
  'pending',
  'paid',
  'expired',
  'cancelled',
  'refunding',
  'refunded',
  'disputed',
  'charged_back',
] as const;
export const refundStates = ['requested', 'pending', 'succeeded', 'failed'] as const;

export const wireOrder = z.object({
  order_uuid: z.string(),
  order_status: z.enum(orderStates),
  event_uuid: z.string(),
  /** Of the event's replay. */
  replay: z.literal(true).optional(),
  /** Listed price, discount, fee and total: the three honest lines. */
  price: amount,
  discount: amount,
  fee: amount,
  total: amount,
  currency_code: z.string(),
  /** While pending. */
  hold_expires_at: epochMs.nullable(),
  /** Of a waitlist: a checkout that is closed does not give the seat back. */
  offered: z.literal(true).optional(),
});

export const wireTicket = z.object({
  ticket_uuid: z.string(),
  ticket_code: z.string(),
  ticket_state: z.enum(['valid', 'refunding', 'refunded', 'transferred', 'disputed']),
  /** 1-based place in the order of purchase: "seat 23". */
  ticket_seat: z.number(),
  event_uuid: z.string(),
  /** It lets its holder watch the replay, and admits to no room. */
  replay: z.literal(true).optional(),
  /** Show its code as a QR code, too: the host scans tickets. */
  qr: z.literal(true).optional(),
  created_at: epochMs,
  order: wireOrder,
});

export const wirePaymentIntent = z.object({
  id: z.string(),
  status: z.enum(['succeeded', 'requires_action', 'processing', 'failed', 'canceled']),
  amount,
  currency: z.string(),
  next_action: z.object({ redirect_to_url: z.object({ url: z.string(), return_url: z.string() }) }).nullable(),
});

export const wirePaymentOrder = z.object({
  id: z.string(),
  status: z.enum(['CREATED', 'APPROVED', 'COMPLETED', 'PENDING', 'DECLINED', 'VOIDED']),
  links: z.array(z.object({ href: z.string(), rel: z.string() })),
});

const wireSetupIntent = z.object({
  id: z.string(),
  status: z.enum(['succeeded', 'requires_action', 'failed']),
  next_action: z.object({ redirect_to_url: z.object({ url: z.string(), return_url: z.string() }) }).nullable(),
});

const card = z.object({ brand: z.string(), last4: z.string() });
const savedCards = z.object({
  payment_methods: z.array(
    z.object({
      id: z.string(),
      /** The one that the checkout offers: chosen last, else the newest. It is the first. */
      default: z.boolean(),
      /** The expiry is null where it is not known: cards saved in the past. */
      card: card.extend({ exp_month: z.number().nullable(), exp_year: z.number().nullable() }),
    }),
  ),
});

/** Of a replay ticket: how much of the replay counts as watched, and until when it can be returned. */
export const wireReplayRefund = z.object({
  watched_ms: z.number().int().nonnegative(),
  /** There is no refund for someone who has watched this much. */
  limit_ms: z.number().int().nonnegative(),
  until: epochMs,
  possible: z.boolean(),
});
export type WireReplayRefund = z.infer<typeof wireReplayRefund>;

/**
 * What a full refund returns: what was paid, without what was refunded before. Servers of the release before do not
 * say.
 */
const refundTotal = amount.optional();
/** The caller paid for the ticket: its receipt is the caller's, and so is a refund. */
const bought = z.boolean();

const kind = z.enum(['interactive', 'streaming']);
export const purchaseFields = {
  event_uuid: eventUuid,
  type: kind,
  /** Buy a ticket to the replay of an event that is over. */
  replay: z.boolean().nullish(),
  stripe_token: providerReference.nullish(),
  stripe_payment_method_id: providerReference.nullish(),
  paypal: z.boolean().nullish(),
  remember: z.boolean().nullish(),
  promo_code: z.string().max(40).nullish(),
  /** The server builds its own; these only have to be of this site. */
  cancel_url: z.string().max(500).nullish(),
  return_url: z.string().max(500).nullish(),
};

export const purchaseAnswer = z.object({
  payment_intent: wirePaymentIntent.optional(),
  payment_order: wirePaymentOrder.optional(),
  order: wireOrder,
  ticket: wireTicket.nullable(),
});

export const ticketingApi = {
  'POST /events/hold': {
    summary: 'Hold a seat for 10 minutes while the checkout is open',
    body: z.strictObject({
      event_uuid: eventUuid,
      type: kind,
      replay: z.boolean().nullish(),
      promo_code: z.string().max(40).nullish(),
    }),
    answer: z.object({ order: wireOrder }),
  },
  'POST /events/hold_no_login': {
    summary:
      'The same for a guest. The answer brings the secret of this browser, in a cookie and as guest-token ' +
      'header; it proves the order from then on.',
    body: z.strictObject({
      event_uuid: eventUuid,
      type: kind,
      replay: z.boolean().nullish(),
      email: z.string().max(254),
      promo_code: z.string().max(40).nullish(),
    }),
    answer: z.object({ order: wireOrder }),
  },
  'POST /events/release_hold': {
    summary: 'Give a held seat back; `idle_only`: not while a challenge or an approval of it is open',
    body: z.strictObject({ order_uuid: z.uuid().toLowerCase(), idle_only: z.boolean().optional() }),
    answer: z.object({ order: wireOrder }),
  },
  'POST /events/purchase': {
    summary: 'Buy one ticket, logged in. Accepts Idempotency-Key.',
    body: z.strictObject(purchaseFields),
    answer: purchaseAnswer,
  },
  'POST /events/purchase_no_login': {
    summary:
      'Buy one ticket as a guest. The join link is emailed; a free ticket is only in that email. Reads and returns ' +
      'guest-token, as the hold does. Accepts Idempotency-Key.',
    body: z.strictObject({ ...purchaseFields, email: z.string().max(254) }),
    answer: purchaseAnswer,
  },
  'POST /payment/stripe_intent': {
    summary: 'Ask the provider how a card payment stands and fulfil it',
    body: z.strictObject({ payment_intent: providerReference }),
    answer: z.object({
      status: wirePaymentIntent.shape.status,
      order: wireOrder.nullable(),
      ticket: wireTicket.nullable(),
    }),
  },
  'POST /payment/paypal_order': {
    summary: 'Capture an approved wallet order and fulfil it',
    body: z.strictObject({ paypal_order_id: providerReference }),
    answer: z.object({
      status: wirePaymentOrder.shape.status,
      order: wireOrder.nullable(),
      ticket: wireTicket.nullable(),
    }),
  },
  'GET /payment/methods': {
    summary: 'Saved cards of the caller: the default, which the checkout offers, then the newest first',
    answer: savedCards,
  },
  'POST /payment/methods/remove': {
    summary: 'Remove a saved card, at the provider too; answers the cards that are left',
    body: z.strictObject({ payment_method_id: providerReference }),
    answer: savedCards,
  },
  'POST /payment/methods/save': {
    summary: 'Save a card of the provider’s card field without a payment; where the bank asks, its page comes first',
    body: z.strictObject({ stripe_token: providerReference }),
    answer: savedCards.extend({ setup_intent: wireSetupIntent }),
  },
  'POST /payment/methods/confirm': {
    summary: 'Ask the provider how the saving of a card stands after the bank’s page',
    body: z.strictObject({ setup_intent: providerReference }),
    answer: savedCards.extend({ setup_intent: wireSetupIntent }),
  },
  'POST /payment/methods/default': {
    summary: 'Make a saved card the one that the checkout offers first',
    body: z.strictObject({ payment_method_id: providerReference }),
    answer: savedCards,
  },
  'GET /tickets/mine': {
    summary: 'Tickets of the caller, newest event first; upcoming or past',
    query: z.object({
      scope: z.enum(['upcoming', 'past', 'all']).default('all'),
      event_uuid: z.uuid().toLowerCase().optional(),
      cursor: z.string().max(200).optional(),
    }),
    answer: z.object({
      tickets: z.array(
        z.object({
          ticket: wireTicket,
          event: wireEventCard,
          refundable: z.boolean(),
          refund_total: refundTotal,
          /** Servers of the release before do not say. */
          bought: bought.optional(),
          /** Of a replay ticket that is good. */
          replay_refund: wireReplayRefund.optional(),
        }),
      ),
      next_cursor: z.string().nullable(),
    }),
  },
  'POST /tickets/refund': {
    summary:
      'Full refund with one tap when the host is late, the event was rescheduled, or the room has no place ' +
      'for the holder; of a replay ticket within 14 days while less than a tenth was watched',
    body: z.strictObject({ ticket_uuid: z.uuid().toLowerCase() }),
    answer: z.object({ ticket: wireTicket }),
  },
  'GET /tickets/:ticket': {
    summary: 'One ticket of the caller, with what its holder may do with it',
    params: z.object({ ticket: z.uuid().toLowerCase() }),
    answer: z.object({
      ticket: wireTicket,
      event: wireEventCard,
      refundable: z.boolean(),
      refund_total: refundTotal,
      /** Of a replay ticket that is good. */
      replay_refund: wireReplayRefund.optional(),
      bought,
      /** The email address of the caller, where it refused an email of ours; else null. */
      undeliverable_email: z.string().nullable(),
      transferable: z.boolean(),
      /** Where the ticket can be added to; left out where it can't be. */
      wallets: z
        .object({
          /** The address of the pass. It works without a session for an hour. */
          apple_url: z.string().optional(),
          google: z.literal(true).optional(),
        })
        .optional(),
      /** The caller may check people in at the event, and read its guest list. */
      checks_in: z.literal(true).optional(),
      /** Null where the ticket was bought without the right to cancel. */
      self_cancel: z
        .object({
          /** The last moment. */
          until: epochMs,
          possible: z.boolean(),
          price: amount,
          fee: amount,
        })
        .nullable(),
    }),
  },
  'GET /tickets/mailed': {
    summary: 'Whether the ticket that a guest bought in this browser can reach the email address that was typed',
    query: z.object({ event_uuid: z.uuid().toLowerCase() }),
    answer: z.object({
      /** The email address, where it refused our email and may be corrected; else null. */
      undeliverable_email: z.string().nullable(),
    }),
  },
  'POST /tickets/correct_email': {
    summary:
      'Correct the email address of a ticket that a guest bought in this browser, where it refused our email. The ' +
      'ticket is emailed to the new one, and only the link in there opens it.',
    body: z.strictObject({ event_uuid: z.uuid().toLowerCase(), email: z.string().max(254) }),
    answer: z.object({ success: z.boolean() }),
  },
  'POST /tickets/transfer': {
    summary:
      'Pass a ticket on to an address, once, until the event starts. The old ticket is void at once; the new holder ' +
      'gets a join link by email. A later refund goes to the person who paid.',
    body: z.strictObject({ ticket_uuid: z.uuid().toLowerCase(), email: z.string().max(254) }),
    answer: z.object({ ticket: wireTicket }),
  },
  'POST /tickets/cancel': {
    summary: 'Cancel a ticket if the host allowed it when it was bought; `refund` is the amount refunded',
    body: z.strictObject({ ticket_uuid: z.uuid().toLowerCase() }),
    answer: z.object({ ticket: wireTicket, refund: z.object({ price: amount, fee: amount, total: amount }) }),
  },
  'POST /tickets/google_wallet': {
    summary: 'The link that saves a ticket to Google Wallet',
    body: z.strictObject({ ticket_uuid: z.uuid().toLowerCase() }),
    answer: z.object({ save_url: z.string() }),
  },
  'POST /tickets/resend': {
    summary: 'Mail a ticket to its holder again; three times an hour at most',
    body: z.strictObject({ ticket_uuid: z.uuid().toLowerCase() }),
    answer: z.object({ success: z.boolean() }),
  },
  'POST /sandbox/card_tokens': {
    summary: 'Sandbox only: the card field of the sandbox provider. Only published test numbers are taken.',
    body: z.strictObject({
      number: z.string().max(30),
      exp_month: z.number().int(),
      exp_year: z.number().int(),
      cvc: z.string().max(4),
    }),
    answer: z.object({ id: z.string(), card }),
  },
} as const satisfies EndpointTable;

export type WireOrder = z.infer<typeof wireOrder>;
export type WireTicket = z.infer<typeof wireTicket>;
export type WirePaymentIntent = z.infer<typeof wirePaymentIntent>;
