import { currencyOf, fromDecimal } from '@frontrow/core/kernel/money.ts';
import type { DisputeStatus } from '@frontrow/core/ticketing/machines.ts';
import type { DisputeBooks, ProviderDispute } from '../../ports/dispute-books.ts';

interface Money {
  readonly currency_code: string;
  readonly value: string;
}

interface PaypalDispute {
  readonly dispute_id: string;
  readonly reason?: string;
  readonly status: string;
  readonly dispute_amount: Money;
  readonly dispute_outcome?: { readonly outcome_code?: string; readonly amount_refunded?: Money };
  readonly disputed_transactions?: readonly { readonly seller_transaction_id?: string }[];
  readonly seller_response_due_date?: string;
}

/** Decided against us; with any other outcome the money is ours again. */
const lostOutcomes: ReadonlySet<string> = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']);

/** PayPal holds the money from the first question on, so a dispute is open until it is resolved. */
const statusOf = ({ status, dispute_outcome }: PaypalDispute): DisputeStatus =>
  status !== 'RESOLVED' ? 'open' : lostOutcomes.has(dispute_outcome?.outcome_code ?? '') ? 'lost' : 'won';

/**
 * PayPal's disputes, which its library has no calls for. `ask` gets a path of its API, undefined where there is
 * nothing. What a dispute costs is not told there.
 */
export function paypalDisputes(
  ask: (path: string) => Promise<unknown>,
  orderOfCapture: (captureRef: string) => Promise<string | undefined>,
): DisputeBooks {
  const dispute = async (ref: string): Promise<ProviderDispute | undefined> => {
    const said = (await ask(`/v1/customer/disputes/${encodeURIComponent(ref)}`)) as PaypalDispute | undefined;
    const captureRef = said?.disputed_transactions?.[0]?.seller_transaction_id;
    if (!said || !captureRef) return undefined;
    const status = statusOf(said);
    const amount = (status === 'lost' && said.dispute_outcome?.amount_refunded) || said.dispute_amount;
    return {
      ref: said.dispute_id,
      status,
      amountMinor: fromDecimal(Number(amount.value), currencyOf(amount.currency_code).digits),
      currency: amount.currency_code,
      costsMinor: 0,
      reason: (said.reason ?? 'OTHER').toLowerCase(),
      evidenceDueAt: said.seller_response_due_date ? Date.parse(said.seller_response_due_date) : undefined,
      captureRef,
      paymentRef: await orderOfCapture(captureRef),
    };
  };
  return {
    dispute,
    async disputesOf(captureRef) {
      const path = `/v1/customer/disputes?disputed_transaction_id=${encodeURIComponent(captureRef)}`;
      const { items = [] } = ((await ask(path)) ?? {}) as { items?: readonly { dispute_id: string }[] };
      const found: ProviderDispute[] = [];
      for (const { dispute_id: ref } of items) {
        const one = await dispute(ref);
        if (one) found.push(one);
      }
      return found;
    },
  };
}
