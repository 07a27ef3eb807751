import { hours } from '@frontrow/core/kernel/instant.ts';
import { currencyOf, minorOf } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isUuid } from '@frontrow/core/kernel/text.ts';
import type { ProviderBooks, TheirMoney } from '../../ports/provider-books.ts';
import { readLines } from '../read-lines.ts';
import type { PaypalRest } from '../wallet-payments/paypal-rest.ts';

const pageSize = 500;
/** "It takes a maximum of three hours for executed transactions to appear." */
const appearsWithinMs = hours(3);
/** PayPal's code for money that a payout sent. */
const payoutCode = 'T0001';
/** Succeeded, or not claimed yet: the money is gone. Anything else has come back or never left. */
const gone: ReadonlySet<string> = new Set(['S', 'P']);

interface Transaction {
  transaction_id?: string;
  transaction_event_code?: string;
  transaction_initiation_date?: string;
  transaction_amount?: { currency_code: string; value: string };
  transaction_status?: string;
  custom_field?: string;
}

interface Line {
  transaction_info?: Transaction;
}

function moneyOf({ transaction_info: info }: Line): TheirMoney | undefined {
  const { transaction_id: ref, transaction_amount: amount, custom_field: custom = '' } = info ?? {};
  const at = Date.parse(info?.transaction_initiation_date ?? '');
  if (!ref || !amount || Number.isNaN(at) || info?.transaction_event_code !== payoutCode) return undefined;
  const { currency_code: currency, value } = amount;
  const isGone = gone.has(info.transaction_status ?? '');
  return {
    kind: 'payout',
    ref,
    amountMinor: isGone ? minorOf(Math.abs(Number(value)), currencyOf(currency)) : 0,
    currency,
    at,
    paymentId: isUuid(custom) ? custom : undefined,
  };
}

/** Payouts in PayPal's transaction search. */
export const paypalPayoutBooks = (rest: PaypalRest): ProviderBooks => ({
  delayMs: appearsWithinMs,
  async read({ from, to, after: page = '1' }) {
    const asked = new URLSearchParams({
      start_date: new Date(from).toISOString(),
      end_date: new Date(to).toISOString(),
      transaction_type: payoutCode,
      fields: 'transaction_info',
      page_size: String(pageSize),
      page,
    });
    const { status, body } = await rest.call('GET', `/v1/reporting/transactions?${asked}`);
    if (status !== 200) throw refuse('payout_unavailable', {}, { retryAfter: 30 });
    const { transaction_details: found = [], total_pages: pages = 1 } = body as {
      transaction_details?: Line[];
      total_pages?: number;
    };
    return {
      ...readLines(found, { refOf: ({ transaction_info: info }) => info?.transaction_id, moneyOf }),
      next: Number(page) < pages ? String(Number(page) + 1) : undefined,
    };
  },
});
