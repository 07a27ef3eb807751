import { wireCurrency } from '../catalog/api.ts';
import { eventTitleFields } from '../events/event-title.ts';
import { z } from 'zod';
import { amount, type EndpointTable, epochMs, eventUuid, namedAmount, nothing } from '../kernel/endpoint.ts';
import { orderStates, refundStates } from '../ticketing/api.ts';

/** Newest first: where the next page begins. */
const cursor = z
  .string()
  .regex(/^\d{1,17}(_[0-9a-f-]{36})?$/)
  .optional();
/** A cursor belongs to the sort it was answered with. */
const sort = z.enum(['newest', 'oldest']).optional();
const nextCursor = z.string().nullable();
const q = z.string().max(200).optional();
/** Kept in the audit log; never shown to buyers. */
const reason = z.string().max(2000);

export const wireAdminEvent = z.object({
  event_uuid: z.string(),
  ...eventTitleFields,
  event_date: epochMs,
  event_state: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  event_cancelled: z.boolean(),
  event_unpublished: z.boolean(),
  event_price: amount,
  currency: wireCurrency,
  tickets_sold: z.number(),
  tickets_held: z.number(),
  tickets_total: z.number(),
  user_username: z.string(),
  user_name: z.string(),
});

export const wireAdminOrder = z.object({
  order_uuid: z.string(),
  order_status: z.enum(orderStates),
  order_created: epochMs,
  order_paid: epochMs.nullable(),
  order_total: amount,
  /** What can still be given back by hand: of the price, and of the fee. */
  order_price_left: amount,
  order_fee_left: amount,
  currency: wireCurrency,
  /** Null for erased accounts. */
  buyer_email: z.string().nullable(),
  buyer_username: z.string(),
  event_uuid: z.string(),
  ...eventTitleFields,
  payment_provider: z.string().nullable(),
  ticket_code: z.string().nullable(),
});

export const wireAdminRefund = z.object({
  refund_uuid: z.string(),
  refund_status: z.enum(refundStates),
  refund_reason: z.string(),
  refund_amount: amount,
  refund_price: amount,
  refund_fee: amount,
  /** Nobody asks the provider for it any more: somebody has to look. */
  refund_given_up: z.boolean(),
  /** The reference of the payment by which it was paid instead. */
  refund_paid_otherwise: z.string().nullable(),
  currency: wireCurrency,
  refund_created: epochMs,
  /** Times the provider was asked. */
  refund_attempts: z.number(),
  payment_provider: z.string(),
  order_uuid: z.string(),
  buyer_email: z.string().nullable(),
  buyer_username: z.string(),
  event_uuid: z.string(),
  ...eventTitleFields,
});

export const disputeStates = ['open', 'won', 'lost'] as const;

const wireAdminDispute = z.object({
  dispute_uuid: z.string(),
  dispute_state: z.enum(disputeStates),
  dispute_amount: amount,
  /** The host's part of it: frozen, back again, or lost. */
  dispute_host_part: amount,
  /** What the provider charges for it. */
  dispute_costs: amount,
  /** The provider's word for why. */
  dispute_reason: z.string(),
  /** Until when the provider takes evidence. */
  dispute_evidence_due: epochMs.nullable(),
  dispute_opened: epochMs,
  dispute_closed: epochMs.nullable(),
  /** The provider's name for it, for its own pages. */
  dispute_reference: z.string(),
  /** Paid by the sandbox bank, whose decision an admin can set. */
  dispute_sandbox: z.boolean(),
  currency: wireCurrency,
  payment_provider: z.string(),
  order_uuid: z.string(),
  order_status: z.enum(orderStates),
  buyer_email: z.string().nullable(),
  buyer_username: z.string(),
  host_username: z.string(),
  event_uuid: z.string(),
  ...eventTitleFields,
});

export const webhookStates = ['waiting', 'given_up'] as const;
const providerName = z.string().regex(/^[a-z_]{1,40}$/);
/** As the provider calls it. */
const webhookId = z.string().regex(/^[\x21-\x7e]{1,255}$/);

const wireAdminWebhook = z.object({
  payment_provider: z.string(),
  webhook_id: z.string(),
  webhook_type: z.string(),
  /** The provider's name for what it is about. */
  webhook_reference: z.string().nullable(),
  webhook_received: epochMs,
  webhook_attempts: z.number(),
  /** It is not retried automatically anymore. */
  webhook_given_up: z.boolean(),
  /** When it is retried; null once it is given up. */
  webhook_next: epochMs.nullable(),
  /** Why the last attempt failed. */
  webhook_error: z.string().nullable(),
});

const handlerName = z.string().min(1).max(100);

const deliveryKinds = ['main', 'mail', 'payments', 'webhooks', 'push', 'wallets'] as const;

const wireAdminDelivery = z.object({
  fact_id: z.number(),
  fact_topic: z.string(),
  fact_recorded: epochMs,
  /** The part of the work on this fact that failed. */
  delivery_handler: z.string(),
  /** What kind of work it is. Servers of the release before do not say. */
  delivery_kind: z.enum(deliveryKinds).optional(),
  delivery_attempts: z.number(),
  /** It is not retried automatically anymore. */
  delivery_given_up: z.boolean(),
  /** When it is retried; null once it is given up. */
  delivery_next: epochMs.nullable(),
  /** Why the last attempt failed. */
  delivery_error: z.string().nullable(),
  /** The email address that does not exist. */
  delivery_recipient: z.string().nullable(),
});

/** Events, orders, refunds, disputes, webhooks and failed deliveries as app admins see them. */
export const backofficeApi = {
  'GET /admin/events': {
    summary: 'Events, newest first; q finds part of a title or of the name of a host',
    query: z.object({
      q,
      state: z.enum(['upcoming', 'live', 'finished', 'cancelled', 'unpublished']).optional(),
      cursor,
    }),
    answer: z.object({ events: z.array(wireAdminEvent), next_cursor: nextCursor }),
  },
  'POST /admin/events/cancel': {
    summary: 'Cancel an event of somebody else, with a reason for the audit log; every buyer is refunded in full',
    body: z.object({ event_uuid: eventUuid, reason }),
    answer: nothing,
  },
  'GET /admin/orders': {
    summary: 'Orders; q is an order id, or part of the buyer’s address or username',
    query: z.object({
      q,
      state: z.enum(orderStates).optional(),
      /** Orders of one event. */
      event_uuid: eventUuid.optional(),
      sort,
      cursor,
    }),
    answer: z.object({ orders: z.array(wireAdminOrder), next_cursor: nextCursor }),
  },
  'POST /admin/orders/refund': {
    summary:
      'Send one buyer everything back and take the ticket, or a part (amount; fee: how much of it is fee, else price ' +
      'first) and leave it; with a reason for the audit log. Accepts Idempotency-Key.',
    body: z.object({
      order_uuid: z.uuid().toLowerCase(),
      reason,
      amount: namedAmount.optional(),
      fee: namedAmount.optional(),
    }),
    answer: nothing,
  },
  'POST /admin/orders/resend': {
    summary: 'Email the ticket of an order to its holder again, or the link to its receipt to its buyer',
    body: z.object({ order_uuid: z.uuid().toLowerCase(), document: z.enum(['ticket', 'receipt']) }),
    answer: nothing,
  },
  'GET /admin/refunds': {
    summary: 'Refunds and how far they are, newest first',
    query: z.object({ state: z.enum([...refundStates, 'given_up']).optional(), cursor }),
    answer: z.object({ refunds: z.array(wireAdminRefund), next_cursor: nextCursor }),
  },
  'POST /admin/refunds/retry': {
    summary: 'Ask the provider once more for a refund that was given up',
    body: z.object({ refund_uuid: z.uuid().toLowerCase() }),
    answer: nothing,
  },
  'POST /admin/refunds/paid_otherwise': {
    summary: 'A refund that was given up was paid in another way; the reference says how',
    body: z.object({ refund_uuid: z.uuid().toLowerCase(), reference: z.string().max(2000) }),
    answer: nothing,
  },
  'GET /admin/disputes': {
    summary: 'Disputes and chargebacks, newest first',
    query: z.object({ state: z.enum(disputeStates).optional(), cursor }),
    answer: z.object({ disputes: z.array(wireAdminDispute), next_cursor: nextCursor }),
  },
  'POST /admin/disputes/decide': {
    summary: 'Tell the sandbox how its bank decides an open dispute; real banks decide by themselves',
    body: z.object({ dispute_uuid: z.uuid().toLowerCase(), decision: z.enum(['won', 'lost']) }),
    answer: nothing,
  },
  'GET /admin/webhooks': {
    summary: 'Webhooks of payment providers that are not processed yet, oldest first',
    query: z.object({
      state: z.enum(webhookStates).optional(),
      cursor: z
        .string()
        .regex(/^\d{1,17}:[a-z_]{1,40}:[\x21-\x7e]{1,255}$/)
        .optional(),
    }),
    answer: z.object({ webhooks: z.array(wireAdminWebhook), next_cursor: nextCursor }),
  },
  'POST /admin/webhooks/retry': {
    summary: 'Process a waiting webhook now; one that was given up is retried for three more days',
    body: z.object({ payment_provider: providerName, webhook_id: webhookId }),
    answer: nothing,
  },
  'GET /admin/deliveries': {
    summary: 'Emails and calls to providers that failed, oldest first',
    query: z.object({
      state: z.enum(webhookStates).optional(),
      cursor: z
        .string()
        .regex(/^\d{1,15}:.{1,100}$/s)
        .optional(),
    }),
    answer: z.object({ deliveries: z.array(wireAdminDelivery), next_cursor: nextCursor }),
  },
  'POST /admin/deliveries/retry': {
    summary: 'Try a failed delivery now; one that was given up is retried for five more days',
    body: z.object({ fact_id: z.int().positive(), delivery_handler: handlerName }),
    answer: nothing,
  },
} as const satisfies EndpointTable;

export type WireAdminEvent = z.infer<typeof wireAdminEvent>;
export type WireAdminOrder = z.infer<typeof wireAdminOrder>;
export type WireAdminRefund = z.infer<typeof wireAdminRefund>;
export type WireAdminDispute = z.infer<typeof wireAdminDispute>;
export type WireAdminDelivery = z.infer<typeof wireAdminDelivery>;
export type WireAdminWebhook = z.infer<typeof wireAdminWebhook>;
