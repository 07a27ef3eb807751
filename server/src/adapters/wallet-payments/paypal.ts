import type { Language } from '@frontrow/core/kernel/language.ts';
import { currencyOf, decimalText, minorOf } from '@frontrow/core/kernel/money.ts';
import { cutText } from '@frontrow/core/kernel/text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  ApiError,
  CheckoutPaymentIntent,
  type Client,
  type Money,
  type Order,
  OrdersController,
  PayeePaymentMethodPreference,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
  PaymentsController,
  type Refund,
  TransactionSearchController,
} from '@paypal/paypal-server-sdk';
import type { Config } from '../../process/config.ts';
import type { ListedRefund, ProviderRefund } from '../../ports/card-payments.ts';
import type { Logger } from '../../ports/log.ts';
import type { WalletOrder, WalletPayments } from '../../ports/wallet-payments.ts';
import { withState } from '../with-state.ts';
import { paypalDisputes } from './paypal-disputes.ts';
import { paypalBooks } from './paypal-books.ts';
import { hasIssue, isBlocked, issuesOf, logPaypalError, paypalErrors, statusOf } from './paypal-errors.ts';
import { paypalClient, paypalRest } from './paypal-rest.ts';
import { readPaypalEvent } from './paypal-event.ts';

export interface PaypalNeeds {
  readonly settings: NonNullable<Config['paypal']>;
  /** Part of every request id: other installations may use the same account. */
  readonly installation: string;
  readonly log: Logger;
  /** Another place than PayPal's own, for tests. */
  readonly at?: string;
}

/** Why PayPal does not take the money of this buyer; any other no to a capture is not the buyer's. */
export const declines: ReadonlySet<string> = new Set([
  'CARD_EXPIRED',
  'COMPLIANCE_VIOLATION',
  'DECLINED_DUE_TO_RELATED_TXN',
  'DOMESTIC_TRANSACTION_REQUIRED',
  'INSTRUMENT_DECLINED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
  'PAYMENT_SOURCE_DECLINED_BY_PROCESSOR',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'TRANSACTION_LIMIT_EXCEEDED',
  'TRANSACTION_REFUSED',
]);

const descriptionUnitsMax = 127;
/**
 * A ticket is not shipped, and the seat is held for minutes: no postal address is asked for, the button says that it
 * pays, and methods that take days to clear (eCheck) are not offered.
 */
const checkoutPage = {
  brandName: 'Frontrow',
  shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
  userAction: PaypalExperienceUserAction.PayNow,
  paymentMethodPreference: PayeePaymentMethodPreference.ImmediatePaymentRequired,
} as const;

/** PayPal takes no language without a country. */
const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-ES', de: 'de-DE' };

const minorOfMoney = ({ value, currencyCode }: Money): number => minorOf(Number(value), currencyOf(currencyCode));
const moneyOf = (minor: number, code: string): Money => ({
  currencyCode: code,
  value: decimalText(minor, currencyOf(code)),
});

const orderStatus: Readonly<Record<string, WalletOrder['status']>> = {
  CREATED: 'CREATED',
  SAVED: 'CREATED',
  PAYER_ACTION_REQUIRED: 'CREATED',
  APPROVED: 'APPROVED',
  VOIDED: 'VOIDED',
};
/** A completed order says little: its capture says whether the money came. */
const captureStatus: Readonly<Record<string, WalletOrder['status']>> = {
  COMPLETED: 'COMPLETED',
  REFUNDED: 'COMPLETED',
  PARTIALLY_REFUNDED: 'COMPLETED',
  PENDING: 'PENDING',
  DECLINED: 'DECLINED',
  FAILED: 'DECLINED',
};

function orderOf(order: Order): WalletOrder {
  const unit = order.purchaseUnits?.[0];
  const capture = unit?.payments?.captures?.[0];
  const amount = capture?.amount ?? unit?.amount;
  const status = capture
    ? (captureStatus[String(capture.status)] ?? 'PENDING')
    : (orderStatus[String(order.status)] ?? 'PENDING');
  const approve = order.links?.find((link) => link.rel === 'payer-action' || link.rel === 'approve');
  return {
    ref: order.id ?? '',
    status,
    amountMinor: amount ? minorOfMoney(amount) : 0,
    currency: amount?.currencyCode ?? '',
    paymentId: unit?.customId,
    approveUrl: status === 'CREATED' ? approve?.href : undefined,
    captureRef: status === 'COMPLETED' ? capture?.id : undefined,
  };
}

const refundStatus: Readonly<Record<string, ProviderRefund['status']>> = { COMPLETED: 'succeeded', PENDING: 'pending' };
const refundOf = (refund: Refund): ProviderRefund => ({
  ref: refund.id ?? '',
  status: refundStatus[String(refund.status)] ?? 'failed',
});

/**
 * PayPal's names of refunds have no colon; ours are an id and, where it is tried again after a no, `:` and a number.
 */
const nameOfRefund = (refundId: string): string => refundId.replace(':', '.');
const refundOfName = (name: string): string => name.replace('.', ':');
const isTryOf = (refundId: string, other: string): boolean => other.split(':')[0] === refundId.split(':')[0];

/** The wallet through PayPal: consent on its pages, the money by our own capture. */
export const paypalWallet = (needs: PaypalNeeds): WalletPayments => withState(paypalCalls(needs));

function paypalCalls({ settings, installation, log, at }: PaypalNeeds): Omit<WalletPayments, 'state'> {
  const access = paypalClient(settings, at);
  const { translated, translating } = paypalErrors(log);
  const before = paypalErrors(log, 'payment_blocked');
  const orders = <T>(call: (orders: OrdersController) => Promise<T>) =>
    access.withClient((client: Client) => call(new OrdersController(client)));
  const payments = <T>(call: (payments: PaymentsController) => Promise<T>) =>
    access.withClient((client: Client) => call(new PaymentsController(client)));
  const prefer = 'return=representation';
  const once = (key: string) => ({ paypalRequestId: `${installation}:${key}`, prefer });

  const order = async (ref: string): Promise<WalletOrder | undefined> => {
    try {
      return orderOf((await orders((api) => api.getOrder({ id: ref }))).result);
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw translated(error);
    }
  };

  /** The order of a capture; PayPal lists a capture's refunds there alone. */
  const orderOfCapture = async (captureRef: string): Promise<Order | undefined> => {
    try {
      const capture = (await payments((api) => api.getCapturedPayment({ captureId: captureRef }))).result;
      const orderId = capture.supplementaryData?.relatedIds?.orderId;
      return orderId === undefined ? undefined : (await orders((api) => api.getOrder({ id: orderId }))).result;
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw translated(error);
    }
  };

  /** One that was made by hand at PayPal goes by the name of the purchase, or by none. */
  const refundsOf = async (captureRef: string): Promise<readonly ListedRefund[]> => {
    const unit = (await orderOfCapture(captureRef))?.purchaseUnits?.[0];
    return (unit?.payments?.refunds ?? []).map((refund) => ({
      ...refundOf(refund),
      amountMinor: refund.amount ? minorOfMoney(refund.amount) : 0,
      refundId: !refund.customId || refund.customId === unit?.customId ? undefined : refundOfName(refund.customId),
    }));
  };

  const unavailable = () => refuse('payment_unavailable', {}, { retryAfter: 30 });
  const rest = paypalRest(access, log, unavailable);
  /** Reads a path of the API; undefined where there is nothing. */
  const ask = async (path: string): Promise<unknown> => {
    const { status, body } = await rest.call('GET', path);
    if (status >= 400 && status !== 404) throw unavailable();
    return status === 404 ? undefined : body;
  };
  const orderIdOf = async (captureRef: string) => (await orderOfCapture(captureRef))?.id;

  return {
    provider: 'paypal',
    books: paypalBooks(
      (asked) => access.withClient((client) => new TransactionSearchController(client).searchTransactions(asked)),
      translating,
    ),

    create: ({ paymentId, orderId, amountMinor, currency, returnUrl, cancelUrl, description, language }) =>
      before.translating(async () => {
        const { result } = await orders((api) =>
          api.createOrder({
            ...once(paymentId),
            body: {
              intent: CheckoutPaymentIntent.Capture,
              purchaseUnits: [
                {
                  referenceId: orderId,
                  customId: paymentId,
                  description: cutText(description, descriptionUnitsMax),
                  amount: moneyOf(amountMinor, currency),
                },
              ],
              paymentSource: {
                paypal: { experienceContext: { ...checkoutPage, locale: locales[language], returnUrl, cancelUrl } },
              },
            },
          }),
        );
        return orderOf(result);
      }),

    order,

    async capture(ref, paymentId) {
      try {
        return orderOf((await orders((api) => api.captureOrder({ id: ref, ...once(`capture:${paymentId}`) }))).result);
      } catch (error) {
        // Declined, or captured a moment ago: how the order stands now is the answer.
        const now = statusOf(error) === 422 ? await order(ref) : undefined;
        if (now && now.status !== 'APPROVED') return now;
        if (now && issuesOf(error).some((issue) => declines.has(issue))) return { ...now, status: 'DECLINED' };
        // Only these say that no money was taken: a capture may also be refused because another one is under way.
        throw isBlocked(error) ? before.translated(error) : translated(error);
      }
    },

    async refund({ refundId, captureRef, amountMinor, currency, booked = [], askedBefore }) {
      const known = askedBefore
        ? (await refundsOf(captureRef)).find((one) => one.refundId === refundId && one.status !== 'failed')
        : undefined;
      if (known) return { ref: known.ref, status: known.status };
      try {
        const { result } = await payments((api) =>
          api.refundCapturedPayment({
            captureId: captureRef,
            ...once(refundId),
            body: { amount: moneyOf(amountMinor, currency), customId: nameOfRefund(refundId) },
          }),
        );
        return refundOf(result);
      } catch (error) {
        if (!(error instanceof ApiError) || error.statusCode !== 422) throw translated(error);
        logPaypalError(log, error);
        // Made already: by hand, of all there was, or by an earlier try of this refund whose answer was lost.
        const made = hasIssue(error, 'CAPTURE_FULLY_REFUNDED')
          ? (await refundsOf(captureRef)).find(
              (one) =>
                one.amountMinor === amountMinor &&
                one.status !== 'failed' &&
                !booked.includes(one.ref) &&
                (one.refundId === undefined || isTryOf(refundId, one.refundId)),
            )
          : undefined;
        return made ? { ref: made.ref, status: made.status } : { ref: '', status: 'failed' };
      }
    },

    async refundOf(ref) {
      try {
        return refundOf((await payments((api) => api.getRefund({ refundId: ref }))).result);
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw translated(error);
      }
    },

    refundsOf,
    ...paypalDisputes(ask, orderIdOf),

    async readWebhook(rawBody, headers) {
      const event = readPaypalEvent(rawBody);
      if (!event || !(await rest.isGenuine(rawBody, headers, settings.webhookId))) return undefined;
      const { id, type, about, disputeRef, captureRef } = event;
      const orderRef = event.orderRef ?? (captureRef === undefined ? undefined : await orderIdOf(captureRef));
      return { id, type, about, disputeRef, orderRef };
    },
  };
}
