import { movementGroups, movementKinds } from '@frontrow/core/balance/movements.ts';
import { z } from 'zod';
import { wireCurrency } from '../events/api.ts';
import { amount, type EndpointTable, epochMs, eventUuid } from '../kernel/endpoint.ts';

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
  event_title: z.string().nullable(),
  order_uuid: z.string().nullable(),
});

const wireBalanceEvent = z.object({
  event_uuid: z.string(),
  event_title: z.string(),
  event_date: epochMs,
  event_cancelled: z.boolean(),
  pending: amount,
  currency: wireCurrency,
  /** When the money becomes available; null as long as the event is not over. */
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
    summary: 'Events with money of a host, the latest first: what is pending, and the day it becomes available',
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
