import { EUR, fromDecimal, toDecimal } from '@frontrow/core/kernel/money.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  ApiError,
  CheckoutPaymentIntent,
  CustomError,
  type Order,
  OrdersController,
  PaymentsController,
  type Refund,
  TransactionSearchController,
} from '@paypal/paypal-server-sdk';
import type { Config } from '../../process/config.ts';
import type { ListedRefund, ProviderRefund } from '../../ports/card-payments.ts';
import type { WalletOrder, WalletPayments } from '../../ports/wallet-payments.ts';
import { withState } from '../with-state.ts';
import { paypalDisputes } from './paypal-disputes.ts';
import { paypalBooks } from './paypal-books.ts';
import { paypalClient, paypalRest } from './paypal-rest.ts';
import { readPaypalEvent } from './paypal-event.ts';

export interface PaypalNeeds {
  readonly settings: NonNullable<Config['paypal']>;
  /** Another place than PayPal's own, for tests. */
  readonly at?: string;
}

const { digits } = EUR;

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
    amountMinor: fromDecimal(Number(amount?.value ?? 0), digits),
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

/** A refund that is tried again after a no goes by its id and a number. */
const isTryOf = (refundId: string, name: string): boolean => name.split(':')[0] === refundId.split(':')[0];

/** PayPal's word for what is wrong with a call that it understood. */
const hasIssue = (error: unknown, issue: string): boolean =>
  error instanceof CustomError && (error.result?.details ?? []).some((detail) => detail.issue === issue);

const statusOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.statusCode : undefined);

function translated(error: unknown): Error {
  if (error instanceof Refusal) return error;
  const status = statusOf(error);
  return status === 422 || status === 400
    ? refuse('payment_failed')
    : refuse('payment_unavailable', {}, { retryAfter: 5 });
}

async function translating<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw translated(error);
  }
}

/** The wallet through PayPal: consent on its pages, the money by our own capture. */
export const paypalWallet = (needs: PaypalNeeds): WalletPayments => withState(paypalCalls(needs));

function paypalCalls({ settings, at }: PaypalNeeds): Omit<WalletPayments, 'state'> {
  const access = paypalClient(settings, at);
  const { client } = access;
  const orders = new OrdersController(client);
  const payments = new PaymentsController(client);
  const prefer = 'return=representation';

  const order = async (ref: string): Promise<WalletOrder | undefined> => {
    try {
      return orderOf((await orders.getOrder({ id: ref })).result);
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw translated(error);
    }
  };

  /** The order of a capture; PayPal lists a capture's refunds there alone. */
  const orderOfCapture = async (captureRef: string): Promise<Order | undefined> => {
    try {
      const capture = (await payments.getCapturedPayment({ captureId: captureRef })).result;
      const orderId = capture.supplementaryData?.relatedIds?.orderId;
      return orderId === undefined ? undefined : (await orders.getOrder({ id: orderId })).result;
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
      amountMinor: fromDecimal(Number(refund.amount?.value ?? 0), digits),
      refundId: !refund.customId || refund.customId === unit?.customId ? undefined : refund.customId,
    }));
  };

  const unavailable = () => refuse('payment_unavailable', {}, { retryAfter: 30 });
  const rest = paypalRest(access, unavailable);
  /** Reads a path of the API; undefined where there is nothing. */
  const ask = async (path: string): Promise<unknown> => {
    const { status, body } = await rest.call('GET', path);
    if (status >= 400 && status !== 404) throw unavailable();
    return status === 404 ? undefined : body;
  };
  const orderIdOf = async (captureRef: string) => (await orderOfCapture(captureRef))?.id;

  return {
    provider: 'paypal',
    books: paypalBooks(new TransactionSearchController(client), translating),

    async create({ paymentId, orderId, amountMinor, currency, returnUrl, cancelUrl, description }) {
      try {
        const { result } = await orders.createOrder({
          paypalRequestId: paymentId,
          prefer,
          body: {
            intent: CheckoutPaymentIntent.Capture,
            purchaseUnits: [
              {
                referenceId: orderId,
                customId: paymentId,
                description: description.slice(0, 127),
                amount: { currencyCode: currency, value: toDecimal(amountMinor, digits).toFixed(digits) },
              },
            ],
            paymentSource: { paypal: { experienceContext: { returnUrl, cancelUrl } } },
          },
        });
        return orderOf(result);
      } catch (error) {
        throw translated(error);
      }
    },

    order,

    async capture(ref, paymentId) {
      try {
        return orderOf(
          (await orders.captureOrder({ id: ref, paypalRequestId: `capture:${paymentId}`, prefer })).result,
        );
      } catch (error) {
        // Declined, or captured a moment ago: how the order stands now is the answer.
        const now = statusOf(error) === 422 ? await order(ref) : undefined;
        if (now) return now.status === 'APPROVED' ? { ...now, status: 'DECLINED' } : now;
        throw translated(error);
      }
    },

    async refund({ refundId, captureRef, amountMinor, currency, booked = [] }) {
      try {
        const { result } = await payments.refundCapturedPayment({
          captureId: captureRef,
          paypalRequestId: refundId,
          prefer,
          body: {
            amount: { currencyCode: currency, value: toDecimal(amountMinor, digits).toFixed(digits) },
            customId: refundId,
          },
        });
        return refundOf(result);
      } catch (error) {
        if (statusOf(error) !== 422) throw translated(error);
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
        return refundOf((await payments.getRefund({ refundId: ref })).result);
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
