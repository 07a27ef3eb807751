import { Stripe } from 'stripe';
import type { Config } from '../../process/config.ts';
import type { CardIntent, CardPayments, ListedRefund, PaidCard, ProviderRefund } from '../../ports/card-payments.ts';
import type { Logger } from '../../ports/log.ts';
import { isLiveKey, stripeClient, type StripeAt } from './stripe-client.ts';
import { stripeSetups } from './stripe-setups.ts';
import { withState } from '../with-state.ts';
import { stripeDisputes } from './stripe-disputes.ts';
import { stripeBooks } from './stripe-books.ts';
import { lostIntent } from './stripe-lost-intent.ts';
import { isInvalid, isMissing, logStripeError, stripeErrors } from './stripe-errors.ts';

export interface StripeNeeds {
  readonly settings: NonNullable<Config['stripe']>;
  /** Part of every idempotency key: other installations may use the same account. */
  readonly installation: string;
  readonly log: Logger;
  readonly at?: StripeAt;
}

/** Partial refunds read per charge; a person who makes more of them at Stripe has to follow them up there. */
const refundsListedMax = 100;

/** Stripe's own test cards: everybody uses the same ones. */
const publishedTestId = /^(pm_card_|tok_[a-z])/;

const statusOf: Readonly<Record<string, CardIntent['status']>> = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_capture: 'processing',
  requires_confirmation: 'processing',
  requires_action: 'requires_action',
  requires_payment_method: 'failed',
  canceled: 'canceled',
};

const idOf = (value: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;

const paidCardOf = (method: string, card: Stripe.PaymentMethod.Card): PaidCard => ({
  method,
  brand: card.brand,
  last4: card.last4,
  expiry: { month: card.exp_month, year: card.exp_year },
});

function intentOf(intent: Stripe.PaymentIntent, failure?: string): CardIntent {
  const status = statusOf[intent.status] ?? 'processing';
  const method = typeof intent.payment_method === 'object' ? intent.payment_method : undefined;
  return {
    ref: intent.id,
    status,
    amountMinor: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    paymentId: intent.metadata['payment_id'],
    redirectUrl: intent.next_action?.redirect_to_url?.url ?? undefined,
    captureRef: status === 'succeeded' ? idOf(intent.latest_charge) : undefined,
    failure:
      status === 'failed' ? (failure ?? intent.last_payment_error?.message ?? 'Your card was declined.') : undefined,
    card: method?.card && paidCardOf(method.id, method.card),
  };
}

const refundOf = (refund: Stripe.Refund): ProviderRefund => ({
  ref: refund.id,
  status:
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending',
});

const listedRefundOf = (refund: Stripe.Refund): ListedRefund => ({
  ...refundOf(refund),
  amountMinor: refund.amount,
  refundId: refund.metadata?.['refund_id'] || undefined,
});

/**
 * Cards through Stripe: intents confirmed by the server, a redirect where the bank asks. No card number comes near
 * us.
 */
export const stripeCards = (needs: StripeNeeds): CardPayments => withState(stripeCalls(needs));

function stripeCalls({ settings, installation, log, at }: StripeNeeds): Omit<CardPayments, 'state'> {
  const stripe = stripeClient(settings.secretKey, at);
  const live = isLiveKey(settings.secretKey);
  const { translated, translating } = stripeErrors(log);
  const before = stripeErrors(log, 'payment_blocked');
  const once = (key: string) => ({ idempotencyKey: `${installation}:${key}` });
  const expand = ['payment_method'];

  /** A token of the card field becomes a payment method; the key makes one of it however often it is asked. */
  const methodOf = async (token: string, paymentId: string): Promise<string> =>
    (await stripe.paymentMethods.create({ type: 'card', card: { token } }, once(`method:${paymentId}`))).id;

  const isWithoutCustomer = async (method: string): Promise<boolean> => {
    try {
      return (await stripe.paymentMethods.retrieve(method)).customer === null;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError) return false;
      throw error;
    }
  };

  const refundsOf = async (captureRef: string): Promise<readonly ListedRefund[]> =>
    (await stripe.refunds.list({ charge: captureRef, limit: refundsListedMax })).data.map(listedRefundOf);

  const retrieve = async (ref: string): Promise<CardIntent | undefined> => {
    try {
      return intentOf(await stripe.paymentIntents.retrieve(ref, { expand }));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw translated(error);
    }
  };

  return {
    provider: 'stripe',
    books: stripeBooks(stripe, translating),
    publishableKey: settings.publishableKey,
    testMethods: !live,

    customer: ({ userId, known }) =>
      before.translating(
        async () =>
          known ??
          (await stripe.customers.create({ metadata: { user_id: String(userId) } }, once(`customer:${userId}`))).id,
      ),

    async forgetCustomer(ref) {
      try {
        await stripe.customers.del(ref);
      } catch (error) {
        if (!isMissing(error)) throw translated(error);
      }
    },

    async forgetCard(method) {
      try {
        await stripe.paymentMethods.detach(method);
      } catch (error) {
        if (isMissing(error)) return;
        // Stripe refuses to detach a card that no customer has: then it is forgotten already.
        if (!(await isWithoutCustomer(method))) throw translated(error);
      }
    },

    async fingerprint(source) {
      const id = 'token' in source ? source.token : source.method;
      if (!live && publishedTestId.test(id)) return undefined;
      try {
        const { card } =
          'token' in source ? await stripe.tokens.retrieve(id) : await stripe.paymentMethods.retrieve(id);
        return card?.fingerprint ?? undefined;
      } catch (error) {
        // The charge will say that it knows no such card.
        if (isMissing(error)) return undefined;
        throw before.translated(error);
      }
    },

    ...stripeSetups(stripe, { methodOf, cardOf: paidCardOf, once, translating: before.translating }),

    async charge(charge) {
      const { source } = charge;
      try {
        const intent = await stripe.paymentIntents.create(
          {
            amount: charge.amountMinor,
            currency: charge.currency.toLowerCase(),
            confirm: true,
            allowed_payment_method_types: ['card'],
            payment_method: 'method' in source ? source.method : await methodOf(source.token, charge.paymentId),
            ...(charge.customer && { customer: charge.customer }),
            ...(charge.remember && { setup_future_usage: 'on_session' }),
            return_url: charge.returnUrl,
            description: charge.description,
            metadata: { payment_id: charge.paymentId, order_id: charge.orderId },
            expand,
          },
          once(charge.paymentId),
        );
        return intentOf(intent);
      } catch (error) {
        const declined = error instanceof Stripe.errors.StripeCardError ? error.payment_intent : undefined;
        if (declined) return { ...intentOf(declined, (error as Error).message), status: 'failed' };
        throw before.translated(error);
      }
    },

    intent: retrieve,

    findByPayment: (paymentId, askedAt) =>
      translating(async () => {
        const found = await lostIntent(stripe, paymentId, askedAt);
        return found && intentOf(found);
      }),

    async cancel(ref) {
      try {
        return intentOf(await stripe.paymentIntents.cancel(ref, { expand }));
      } catch (error) {
        // It ended at the same moment, and its final state counts.
        const ended = isInvalid(error) ? await retrieve(ref) : undefined;
        if (ended) return ended;
        throw translated(error);
      }
    },

    refund: ({ refundId, captureRef, amountMinor, booked = [], askedBefore }) =>
      translating(async () => {
        const ours = (made: readonly ListedRefund[]) => made.find((refund) => refund.refundId === refundId);
        // Stripe forgets keys after a day: what an earlier try has made is looked up, not asked for again.
        const known = askedBefore ? ours(await refundsOf(captureRef)) : undefined;
        if (known && known.status !== 'failed') return { ref: known.ref, status: known.status };
        try {
          return refundOf(
            await stripe.refunds.create(
              { charge: captureRef, amount: amountMinor, metadata: { refund_id: refundId } },
              once(refundId),
            ),
          );
        } catch (error) {
          if (!isInvalid(error)) throw error;
          logStripeError(log, error);
          const made = await refundsOf(captureRef);
          // Made by hand at Stripe, of all there was: the money is on its way back, and nothing is left to ask for.
          const byHand = (refund: ListedRefund) =>
            refund.amountMinor === amountMinor &&
            refund.refundId === undefined &&
            refund.status !== 'failed' &&
            !booked.includes(refund.ref);
          const found = ours(made) ?? (error.code === 'charge_already_refunded' ? made.find(byHand) : undefined);
          return found ? { ref: found.ref, status: found.status } : { ref: '', status: 'failed' };
        }
      }),

    async refundOf(ref) {
      try {
        return refundOf(await stripe.refunds.retrieve(ref));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw translated(error);
      }
    },

    refundsOf: (captureRef) => translating(() => refundsOf(captureRef)),

    ...stripeDisputes(stripe, translating),

    async readWebhook(rawBody, headers) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(rawBody, headers['stripe-signature'] ?? '', settings.webhookSecret);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
        throw error;
      }
      // A test event must never move live money, nor the other way round.
      if (event.livemode !== live) return undefined;
      const object = event.data.object as {
        id?: string;
        object?: string;
        status?: string;
        payment_intent?: string | { id: string } | null;
      };
      return {
        id: event.id,
        type: event.type,
        intentRef: object.object === 'payment_intent' ? object.id : idOf(object.payment_intent),
        ...(object.object === 'dispute' && { disputeRef: object.id }),
        about:
          object.object === 'dispute'
            ? 'dispute'
            : object.object === 'refund' && (object.status === 'failed' || object.status === 'canceled')
              ? 'failed_refund'
              : event.type === 'charge.refunded'
                ? 'refund'
                : 'payment',
      };
    },
  };
}
