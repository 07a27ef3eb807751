import { z } from 'zod';
import { amount, type EndpointTable, epochMs } from '../kernel/endpoint.ts';
import { wireAdminOrder, wireAdminRefund } from './api.ts';

/** What can happen to an order. */
export const orderStepKinds = [
  'created',
  'hold_ended',
  'payment_started',
  'payment_failed',
  'paid',
  'webhook',
  'ticket_issued',
  'ticket_emailed',
  'email_failed',
  'transferred',
  'ticket_voided',
  'joined',
  'refund_requested',
  'refund_failed',
  'refunded',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'admin_action',
] as const;

const step = z.object({
  at: epochMs,
  kind: z.enum(orderStepKinds),
  amount: amount.nullable(),
  /** The provider, the type of a webhook, the reason of a refund or why it failed, the action of an app admin. */
  detail: z.string().nullable(),
  /** The provider's words, an email address, or the reason that an app admin gave. */
  note: z.string().nullable(),
  /** Who did it, or who has the ticket since. */
  username: z.string().nullable(),
});

const orderDetail = z.object({
  order: wireAdminOrder,
  price: amount,
  discount: amount,
  fee: amount,
  buyer_ide: z.number(),
  buyer_name: z.string(),
  buyer_is_guest: z.boolean(),
  /** All orders of the buyer, this one included. */
  buyer_orders: z.number(),
  host_username: z.string(),
  payment_reference: z.string().nullable(),
  /** The purchase of a series pass that the order is one date of, paid by one charge with the others. */
  pass_uuid: z.string().nullable(),
  refunds: z.array(wireAdminRefund),
  /** Newest first. */
  timeline: z.array(step),
});

/** One order with everything that happened to it. */
export const adminOrderApi = {
  'GET /admin/orders/:order': {
    summary: 'An order with its buyer, payment, refunds, and a timeline of everything that happened to it',
    params: z.object({ order: z.uuid().toLowerCase() }),
    answer: orderDetail,
  },
} as const satisfies EndpointTable;

export type WireOrderDetail = z.infer<typeof orderDetail>;
export type WireOrderStep = z.infer<typeof step>;
