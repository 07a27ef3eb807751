import { wireCurrency } from '../catalog/api.ts';
import { eventTitleFields } from '../events/event-title.ts';
import { movementGroups, movementKinds } from '@frontrow/core/balance/movements.ts';
import { z } from 'zod';
import { amount, epochMs, eventUuid, nothing, type EndpointTable } from '../kernel/endpoint.ts';

/** Where the next page begins: the number of the last movement shown. */
const cursor = z
  .string()
  .regex(/^\d{1,15}$/)
  .optional();
const filters = { event_uuid: eventUuid.optional(), group: z.enum(movementGroups).optional() };

const wireBalance = z.object({
  currency_code: z.string(),
  currency: wireCurrency,
  /** Of events that are not released yet. */
  pending: amount,
  /** May be paid out; negative after refunds of released events, until the next release. */
  available: amount,
  /** Arrived at the host. */
  paid_out: amount,
  /** Asked for and not there yet. */
  on_its_way: amount,
  /** Held back while disputes are open. */
  disputed: amount,
});

const wireMovement = z.object({
  movement_ide: z.number(),
  movement_at: epochMs,
  movement_kind: z.enum(movementKinds),
  /** Plus to the host, minus from the host. */
  amount,
  pending_change: amount,
  available_change: amount,
  currency: wireCurrency,
  event_uuid: z.string().nullable(),
  ...eventTitleFields,
  event_title: z.string().nullable(),
  order_uuid: z.string().nullable(),
});

const wireBalanceEvent = z.object({
  event_uuid: z.string(),
  ...eventTitleFields,
  event_date: epochMs,
  event_cancelled: z.boolean(),
  pending: amount,
  currency: wireCurrency,
  /** The sale of a replay: its money becomes available 15 days after each payment. */
  replay: z.boolean().optional(),
  /** When the money becomes available; null as long as the event is not over, and for replays. */
  available_at: epochMs.nullable(),
  /** When it became available. */
  released_at: epochMs.nullable(),
});

/** What a host has, and why. */
export const balanceApi = {
  'GET /balance': {
    summary: 'What a host has in each currency, and every movement of it with its reason, newest first',
    query: z.object({ ...filters, cursor }),
    answer: z.object({
      currencies: z.array(wireBalance),
      movements: z.array(wireMovement),
      next_cursor: z.string().nullable(),
    }),
  },
  'GET /balance/events': {
    summary:
      'Events with money of a host, the latest first (pending ones: the earliest first), and the day it becomes available',
    query: z.object({ scope: z.enum(['pending', 'all']).optional(), cursor: z.string().max(120).optional() }),
    answer: z.object({ events: z.array(wireBalanceEvent), next_cursor: z.string().nullable() }),
  },
  'GET /balance/export': {
    summary: 'The movements as a CSV file for spreadsheets, newest first; `complete` is false where some were left out',
    query: z.object(filters),
    answer: z.object({ csv: z.string(), complete: z.boolean() }),
  },
} as const satisfies EndpointTable;

export type WireBalance = z.infer<typeof wireBalance>;
export type WireMovement = z.infer<typeof wireMovement>;
export type WireBalanceEvent = z.infer<typeof wireBalanceEvent>;

export const differenceKinds = [
  'unknown_capture',
  'unknown_refund',
  'unknown_dispute',
  'unknown_payout',
  'capture_differs',
  'refund_differs',
  'dispute_differs',
  'payout_differs',
  'missing_capture',
  'missing_refund',
  'missing_dispute',
  'missing_payout',
] as const;

const side = z.object({ amount, currency: wireCurrency }).nullable();
const wireDifference = z.object({
  difference_uuid: z.string(),
  /** With `_disputes` or `_payouts` behind it where it is about those. */
  payment_provider: z.string(),
  difference_kind: z.enum(differenceKinds),
  /** The provider's name for the money. */
  provider_ref: z.string(),
  moved_at: epochMs,
  found_at: epochMs,
  resolved_at: epochMs.nullable(),
  /** What the provider's books say; null where they say nothing. Of disputes and payouts: what is gone by now. */
  theirs: side,
  /** What our ledger says; null where it says nothing. */
  ours: side,
  order_uuid: z.string().nullable(),
  closed_by: z.string().nullable(),
  close_reason: z.string().nullable(),
});

const wireComparison = z.object({
  payment_provider: z.string(),
  /** When the books were last compared, and up to which moment. */
  compared_at: epochMs,
  compared_until: epochMs,
});

/** Where the books of payment providers and ours differ, for app admins. */
export const reconciliationApi = {
  'GET /admin/reconciliation': {
    summary: 'Differences between the books of the providers and the ledger, the latest found first',
    query: z.object({ state: z.enum(['open', 'resolved']).optional(), cursor: z.string().max(120).optional() }),
    answer: z.object({
      differences: z.array(wireDifference),
      comparisons: z.array(wireComparison),
      next_cursor: z.string().nullable(),
    }),
  },
  'POST /admin/reconciliation/close': {
    summary: 'Close a difference that was dealt with by hand, with a reason for the audit log; it is not opened again',
    body: z.object({ difference_uuid: z.uuid().toLowerCase(), reason: z.string().max(2000) }),
    answer: nothing,
  },
} as const satisfies EndpointTable;

export type WireDifference = z.infer<typeof wireDifference>;
