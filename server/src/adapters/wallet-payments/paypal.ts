import { EUR, fromDecimal, type Minor, toDecimal } from '@frontrow/core/kernel/money.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { providerTimeoutMs } from '@frontrow/core/ticketing/limits.ts';
import {
  ApiError,
  CheckoutPaymentIntent,
  Client,
  CustomError,
  Environment,
  type OAuthToken,
  type Order,
  OrdersController,
  PaymentsController,
  type Refund,
  TransactionSearchController,
} from '@paypal/paypal-server-sdk';
import type { Config } from '../../process/config.ts';
import type { ProviderRefund } from '../../ports/card-payments.ts';
import type { WalletOrder, WalletPayments } from '../../ports/wallet-payments.ts';
import { withState } from '../with-state.ts';
import { paypalBooks } from './paypal-books.ts';
import { paypalHttp } from './paypal-http.ts';

export interface PaypalNeeds {
  readonly settings: NonNullable<Config['paypal']>;
  /** Another place than PayPal's own, for tests. */
  readonly at?: string;
}

const liveOrigin = 'https://api-m.paypal.com';
const sandboxOrigin = 'https://api-m.sandbox.paypal.com';
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
  const origin = at ?? (settings.live ? liveOrigin : sandboxOrigin);
  const client = new Client({
    environment: settings.live ? Environment.Production : Environment.Sandbox,
    clientCredentialsAuthCredentials: { oAuthClientId: settings.clientId, oAuthClientSecret: settings.clientSecret },
    httpClientOptions: { timeout: providerTimeoutMs, retryConfig: { maxNumberOfRetries: 0 } },
    unstable_httpClientOptions: { adapter: paypalHttp(origin) },
  });
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

  /**
   * A refund of all there was of a capture that is made already: by hand at PayPal, which goes by the name of the
   * purchase or by none, or by an earlier try of this refund whose answer was lost.
   */
  const madeAlready = async (refundId: string, captureRef: string, amountMinor: Minor): Promise<Refund | undefined> => {
    const capture = (await payments.getCapturedPayment({ captureId: captureRef })).result;
    const orderId = capture.supplementaryData?.relatedIds?.orderId;
    const unit = orderId && (await orders.getOrder({ id: orderId })).result.purchaseUnits?.[0];
    if (!unit) return undefined;
    return unit.payments?.refunds?.find(
      ({ amount, customId, status }) =>
        fromDecimal(Number(amount?.value ?? 0), digits) === amountMinor &&
        (!customId || customId === unit.customId || isTryOf(refundId, customId)) &&
        String(status) in refundStatus,
    );
  };

  /** Asked for anew when it is over or was not taken, not for everything that looks like a webhook. */
  let token: OAuthToken | undefined;
  /** The library has no call for this: PayPal checks its own signature over REST. */
  const isGenuine = async (
    rawBody: string,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<boolean> => {
    const fields = {
      auth_algo: headers['paypal-auth-algo'],
      cert_url: headers['paypal-cert-url'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: settings.webhookId,
    };
    if (Object.values(fields).some((value) => value === undefined)) return false;
    token = await client.clientCredentialsAuthManager.updateToken(token);
    // The event travels as the very bytes that were signed: parsing and printing them again could change them.
    const body = `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${rawBody}}`;
    const answer = await fetch(`${origin}/v1/notifications/verify-webhook-signature`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token.accessToken}`, 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(providerTimeoutMs),
    });
    if (!answer.ok) {
      // Whatever else it says, the token is good: forged webhooks must not have one asked for each.
      if (answer.status === 401) token = undefined;
      throw refuse('payment_unavailable', {}, { retryAfter: 30 });
    }
    return ((await answer.json()) as { verification_status?: string }).verification_status === 'SUCCESS';
  };

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

    async refund({ refundId, captureRef, amountMinor, currency }) {
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
        const made =
          hasIssue(error, 'CAPTURE_FULLY_REFUNDED') &&
          (await translating(() => madeAlready(refundId, captureRef, amountMinor)));
        return made ? refundOf(made) : { ref: '', status: 'failed' };
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

    async readWebhook(rawBody, headers) {
      let event: null | {
        id?: unknown;
        event_type?: unknown;
        resource_type?: string;
        resource?: { id?: string; supplementary_data?: { related_ids?: { order_id?: string } } };
      };
      try {
        event = JSON.parse(rawBody) as typeof event;
      } catch {
        return undefined;
      }
      const { id, event_type: type, resource } = event ?? {};
      if (typeof id !== 'string' || typeof type !== 'string' || !(await isGenuine(rawBody, headers))) return undefined;
      const orderRef =
        resource?.supplementary_data?.related_ids?.order_id ??
        (type.startsWith('CHECKOUT.ORDER.') ? resource?.id : undefined);
      return { id, type, orderRef };
    },
  };
}
