import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { Stripe } from 'stripe';
import type { ProviderBooks, TheirMoney } from '../../ports/provider-books.ts';
import { readLines } from '../read-lines.ts';
import type { Translating } from '../translating.ts';

const pageSize = 100;
const captures = new Set(['charge', 'payment']);
const refunds = new Set(['refund', 'payment_refund']);

/** A balance transaction may be in the currency of the payout: what moved is said by the charge or refund behind it. */
function moneyOf({ type, created, source }: Stripe.BalanceTransaction): TheirMoney | undefined {
  if (source === null || typeof source === 'string') return undefined;
  const moved = { ref: source.id, at: seconds(created) };
  if (captures.has(type)) {
    const charge = source as Stripe.Charge;
    return {
      ...moved,
      kind: 'capture',
      amountMinor: charge.amount_captured,
      currency: charge.currency.toUpperCase(),
      paymentId: charge.metadata['payment_id'],
    };
  }
  const refund = source as Stripe.Refund;
  // One that is still pending, or came to nothing, moved no money for good.
  if (!refunds.has(type) || refund.status !== 'succeeded') return undefined;
  return {
    ...moved,
    kind: 'refund',
    amountMinor: refund.amount,
    currency: refund.currency.toUpperCase(),
    paymentId: undefined,
  };
}

/** Stripe's balance transactions. `asking` says what its errors mean to us. */
export const stripeBooks = (stripe: Stripe, asking: Translating): ProviderBooks => ({
  delayMs: 0,
  read: ({ from, to, after }) =>
    asking(async () => {
      const page = await stripe.balanceTransactions.list({
        created: { gte: Math.floor(from / seconds(1)), lt: Math.ceil(to / seconds(1)) },
        limit: pageSize,
        expand: ['data.source'],
        ...(after !== undefined && { starting_after: after }),
      });
      return {
        ...readLines(page.data, { refOf: ({ id }) => id, moneyOf }),
        next: page.has_more ? page.data.at(-1)?.id : undefined,
      };
    }),
});
