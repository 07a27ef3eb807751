import { goneByDispute } from '@frontrow/core/balance/reconcile.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { ProviderDispute, TheirMoney } from '../ports/provider-books.ts';

/** A dispute as a line of the provider's books. */
export const disputeMoney = (dispute: ProviderDispute, openedAt: Instant): TheirMoney => ({
  kind: 'dispute',
  ref: dispute.ref,
  amountMinor: goneByDispute(dispute),
  currency: dispute.currency,
  at: openedAt,
  paymentId: undefined,
});
