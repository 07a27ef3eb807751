import type { DisputeStatus } from '@frontrow/core/ticketing/machines.ts';
import type { Stripe } from 'stripe';
import type { DisputeBooks, ProviderDispute } from '../../ports/provider-books.ts';
import { disputeMoney } from '../dispute-money.ts';
import { readLines } from '../read-lines.ts';
import type { Translating } from '../translating.ts';
import { isMissing } from './stripe-errors.ts';

/** A charge has one dispute, rarely a second one. */
const disputesListedMax = 10;
const msPerSecond = 1_000;
const pageSize = 100;

/**
 * What Stripe's words mean for the money. The others are questions of a bank (`warning_…`), which take no money, and
 * disputes that were prevented by a refund.
 */
const statusOf: Readonly<Record<string, DisputeStatus>> = {
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};

const idOf = (value: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;

function disputeOf(dispute: Stripe.Dispute): ProviderDispute | undefined {
  const status = statusOf[dispute.status];
  const captureRef = idOf(dispute.charge);
  if (!status || !captureRef) return undefined;
  const due = dispute.evidence_details.due_by;
  return {
    ref: dispute.id,
    status,
    amountMinor: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    costsMinor: dispute.balance_transactions
      .filter(({ currency }) => currency === dispute.currency)
      .reduce((sum, { fee }) => sum + fee, 0),
    reason: dispute.reason,
    evidenceDueAt: due === null ? undefined : due * msPerSecond,
    captureRef,
    paymentRef: idOf(dispute.payment_intent),
  };
}

/** Stripe's disputes. */
export function stripeDisputes(stripe: Stripe, translating: Translating): DisputeBooks {
  return {
    dispute: (ref) =>
      translating(async () => {
        try {
          return disputeOf(await stripe.disputes.retrieve(ref));
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }),
    disputesOf: (captureRef) =>
      translating(async () =>
        (await stripe.disputes.list({ charge: captureRef, limit: disputesListedMax })).data.flatMap(
          (one) => disputeOf(one) ?? [],
        ),
      ),
    disputeBooks: {
      delayMs: 0,
      read: ({ from, to, after }) =>
        translating(async () => {
          const page = await stripe.disputes.list({
            created: { gte: Math.floor(from / msPerSecond), lt: Math.ceil(to / msPerSecond) },
            limit: pageSize,
            ...(after !== undefined && { starting_after: after }),
          });
          return {
            ...readLines(page.data, {
              refOf: ({ id }) => id,
              moneyOf(one) {
                const dispute = disputeOf(one);
                return dispute && disputeMoney(dispute, one.created * msPerSecond);
              },
            }),
            next: page.has_more ? page.data.at(-1)?.id : undefined,
          };
        }),
    },
  };
}
