import { z } from 'zod';
import { wireCurrency } from '../events/api.ts';
import { amount, type EndpointTable, epochMs, nothing } from '../kernel/endpoint.ts';

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
