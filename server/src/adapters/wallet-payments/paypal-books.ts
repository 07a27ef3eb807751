import { currencyOf, minorOf } from '@frontrow/core/kernel/money.ts';
import { hours } from '@frontrow/core/kernel/instant.ts';
import type { TransactionInformation, TransactionSearchController } from '@paypal/paypal-server-sdk';
import type { ProviderBooks, TheirMoney } from '../../ports/provider-books.ts';
import { readLines } from '../read-lines.ts';

const pageSize = 500;
/** "It takes a maximum of three hours for executed transactions to appear." */
const appearsWithinMs = hours(3);
/** Event codes: payments of buyers begin with T00; T1107 is a refund that the merchant made. */
const isPayment = (code: string): boolean => code.startsWith('T00');
const refundCode = 'T1107';
/** Succeeded, and succeeded but refunded since; the refund is a separate transaction. */
const moved = new Set(['S', 'V']);

function moneyOf(info: TransactionInformation | undefined): TheirMoney | undefined {
  const { transactionId: ref, transactionAmount: amount, transactionEventCode: code = '' } = info ?? {};
  const at = Date.parse(info?.transactionInitiationDate ?? '');
  if (!ref || !amount || Number.isNaN(at) || !moved.has(info?.transactionStatus ?? '')) return undefined;
  const value = Number(amount.value);
  if (!Number.isFinite(value)) throw new RangeError(`amount ${amount.value} is not a number`);
  const isRefund = code === refundCode;
  if (!isRefund && !(isPayment(code) && value > 0)) return undefined;
  return {
    kind: isRefund ? 'refund' : 'capture',
    ref,
    amountMinor: minorOf(Math.abs(value), currencyOf(amount.currencyCode)),
    currency: amount.currencyCode,
    at,
    paymentId: isRefund ? undefined : info?.customField,
  };
}

type Search = TransactionSearchController['searchTransactions'];

/** PayPal's transaction search. `asking` says what its errors mean to us. */
export const paypalBooks = (
  search: (asked: Parameters<Search>[0]) => ReturnType<Search>,
  asking: <T>(call: () => Promise<T>) => Promise<T>,
): ProviderBooks => ({
  delayMs: appearsWithinMs,
  read: ({ from, to, after }) =>
    asking(async () => {
      const page = after === undefined ? 1 : Number(after);
      const { result } = await search({
        startDate: new Date(from).toISOString(),
        endDate: new Date(to).toISOString(),
        fields: 'transaction_info',
        pageSize,
        page,
      });
      return {
        ...readLines(result.transactionDetails ?? [], {
          refOf: ({ transactionInfo: info }) => info?.transactionId,
          moneyOf: ({ transactionInfo: info }) => moneyOf(info),
        }),
        next: page < (result.totalPages ?? 1) ? String(page + 1) : undefined,
      };
    }),
});
