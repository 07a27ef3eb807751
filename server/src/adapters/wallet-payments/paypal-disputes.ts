import { currencyOf, minorOf } from '@frontrow/core/kernel/money.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import type { DisputeStatus } from '@frontrow/core/ticketing/machines.ts';
import type { DisputeBooks, ProviderDispute, TheirMoney, UnreadLine } from '../../ports/provider-books.ts';
import { disputeMoney } from '../dispute-money.ts';

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
  readonly create_time?: string;
  readonly money_movements?: readonly Movement[];
}

/** Money that PayPal moved because of a dispute: the disputed amount, and what it charges for it. */
interface Movement {
  readonly affected_party?: string;
  readonly amount?: Money;
  readonly type?: string;
  readonly reason?: string;
}

/** Decided against us; with any other outcome the money is ours again. */
const lostOutcomes: ReadonlySet<string> = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']);

/** PayPal holds the money from the first question on, so a dispute is open until it is resolved. */
const statusOf = ({ status, dispute_outcome }: PaypalDispute): DisputeStatus =>
  status !== 'RESOLVED' ? 'open' : lostOutcomes.has(dispute_outcome?.outcome_code ?? '') ? 'lost' : 'won';

const feeReasons: ReadonlySet<string> = new Set(['DISPUTE_FEE', 'CHARGEBACK_FEE', 'DISPUTE_SETTLEMENT_FEE']);

/** What PayPal charged us, less what of it came back; nothing where it does not name it. */
const costsOf = ({ money_movements: movements = [] }: PaypalDispute, currency: string): number =>
  movements
    .filter(
      ({ affected_party: party, amount, reason = '' }) =>
        party === 'SELLER' && amount?.currency_code === currency && feeReasons.has(reason),
    )
    .map(({ amount, type }) => (type === 'CREDIT' ? -1 : 1) * minorOfMoney(amount!))
    .reduce((sum, minor) => sum + minor, 0);

const minorOfMoney = ({ currency_code: code, value }: Money): number =>
  minorOf(Math.abs(Number(value)), currencyOf(code));

const pageSize = 50;
const tokenName = 'next_page_token';

interface Listed {
  readonly items?: readonly PaypalDispute[];
  readonly links?: readonly { readonly rel?: string; readonly href?: string }[];
}

/** The token of the next page, as a link of this one names it; undefined on the last page. */
function nextPageIn({ links = [] }: Listed): string | undefined {
  const href = links.find(({ rel }) => rel === 'next')?.href;
  return (href && new URL(href, 'https://api-m.paypal.com').searchParams.get(tokenName)) || undefined;
}

/**
 * PayPal's disputes, which its library has no calls for. `ask` gets a path of its API, undefined where there is
 * nothing.
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
      amountMinor: minorOfMoney(amount),
      currency: amount.currency_code,
      costsMinor: costsOf(said, amount.currency_code),
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
    disputeBooks: {
      delayMs: 0,
      async read({ from, to, after }) {
        // PayPal's list has no end time: the newest come first, and those after `to` are passed over.
        const asked = new URLSearchParams({
          start_time: new Date(from).toISOString(),
          page_size: String(pageSize),
          ...(after !== undefined && { [tokenName]: after }),
        });
        const listed = ((await ask(`/v1/customer/disputes?${asked}`)) ?? {}) as Listed;
        const { items = [] } = listed;
        const money: TheirMoney[] = [];
        const unread: UnreadLine[] = [];
        for (const { dispute_id: ref, create_time: created } of items) {
          const at = Date.parse(created ?? '');
          // The list is a summary: outcome and costs are told of each by its name.
          try {
            const one = at >= from && at < to ? await dispute(ref) : undefined;
            if (one) money.push(disputeMoney(one, at));
          } catch (error) {
            if (error instanceof Refusal) throw error;
            unread.push({ ref, error: String(error) });
          }
        }
        return { money, unread, next: nextPageIn(listed) };
      },
    },
  };
}
