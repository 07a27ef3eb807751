import { wireCurrency } from '../catalog/api.ts';
import { eventTitleFields } from '../events/event-title.ts';
import { z } from 'zod';
import { amount, type EndpointTable, epochMs } from '../kernel/endpoint.ts';

/** What an app admin may have to act on, most urgent first. */
export const attentionKinds = [
  'disputes',
  'refunds',
  'payouts',
  'differences',
  'reports',
  'webhooks',
  'deliveries',
  'jobs',
  'requests',
] as const;

export const healthParts = ['database', 'video', 'mail', 'cards', 'wallets', 'storage'] as const;
export const partStates = ['ready', 'preparing', 'down'] as const;

const overview = z.object({
  /** The server's time. */
  now: epochMs,
  /** When the day of `money` began: midnight UTC. */
  day_start: epochMs,
  /** One row for each currency in which money moved today. */
  money: z.array(
    z.object({
      currency: wireCurrency,
      charged: amount,
      charges: z.number(),
      refunded: amount,
      refunds: z.number(),
      fees: amount,
      paid_out: amount,
      payouts: z.number(),
    }),
  ),
  /** Only what there is. */
  attention: z.array(
    z.object({
      kind: z.enum(attentionKinds),
      count: z.number(),
      /** When the oldest of them began. */
      oldest: epochMs,
      /** The next deadline, such as for the evidence of a dispute. */
      due: epochMs.nullable(),
    }),
  ),
  rooms: z.array(
    z.object({
      event_uuid: z.string(),
      ...eventTitleFields,
      host_username: z.string(),
      host_name: z.string(),
      viewers: z.number(),
      started: epochMs,
    }),
  ),
  /** All live rooms; `rooms` lists the largest. */
  rooms_total: z.number(),
  health: z.array(z.object({ part: z.enum(healthParts), state: z.enum(partStates) })),
});

const wireJob = z.object({
  job: z.string(),
  failures: z.number(),
  first_failed: epochMs,
  last_failed: epochMs,
  error: z.string(),
});

/** The first page of the admin area. */
export const overviewApi = {
  'GET /admin/overview': {
    summary: 'Money today by currency, what needs action, live rooms, and the health of each part',
    answer: overview,
  },
  'GET /admin/jobs': {
    summary: 'Recurring jobs whose last run failed; each runs again automatically',
    answer: z.object({ jobs: z.array(wireJob) }),
  },
} as const satisfies EndpointTable;

export type WireOverview = z.infer<typeof overview>;
export type WireFailedJob = z.infer<typeof wireJob>;
