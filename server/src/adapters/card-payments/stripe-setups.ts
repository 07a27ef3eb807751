import { Stripe } from 'stripe';
import type { CardPayments, CardSetup, PaidCard } from '../../ports/card-payments.ts';
import type { Translating } from '../translating.ts';
import { isMissing } from './stripe-errors.ts';

const statusOf = (status: Stripe.SetupIntent['status']): CardSetup['status'] =>
  status === 'succeeded' ? 'succeeded' : status === 'requires_action' ? 'requires_action' : 'failed';

const declined = 'Your card was declined.';

/** Saving a card without a payment: a SetupIntent, confirmed here, with a redirect where the bank asks. */
export function stripeSetups(
  stripe: Stripe,
  uses: {
    methodOf(token: string, key: string): Promise<string>;
    cardOf(method: string, card: Stripe.PaymentMethod.Card): PaidCard;
    once(key: string): { readonly idempotencyKey: string };
    translating: Translating;
  },
): Pick<CardPayments, 'saveCard' | 'cardSetup'> {
  const expand = ['payment_method'];

  const setupOf = (intent: Stripe.SetupIntent, failure?: string): CardSetup => {
    const status = statusOf(intent.status);
    const method = typeof intent.payment_method === 'object' ? intent.payment_method : undefined;
    return {
      ref: intent.id,
      status,
      customer: typeof intent.customer === 'string' ? intent.customer : intent.customer?.id,
      redirectUrl: intent.next_action?.redirect_to_url?.url ?? undefined,
      failure: status === 'failed' ? (failure ?? intent.last_setup_error?.message ?? declined) : undefined,
      card: method?.card && uses.cardOf(method.id, method.card),
    };
  };

  return {
    saveCard: ({ setupId, customer, token, returnUrl }) =>
      uses.translating(async () => {
        try {
          return setupOf(
            await stripe.setupIntents.create(
              {
                confirm: true,
                customer,
                allowed_payment_method_types: ['card'],
                payment_method: await uses.methodOf(token, setupId),
                usage: 'on_session',
                return_url: returnUrl,
                metadata: { setup_id: setupId },
                expand,
              },
              uses.once(`setup:${setupId}`),
            ),
          );
        } catch (error) {
          const refused = error instanceof Stripe.errors.StripeCardError ? error.setup_intent : undefined;
          if (refused) return { ...setupOf(refused, (error as Error).message), status: 'failed' };
          throw error;
        }
      }),

    cardSetup: (ref) =>
      uses.translating(async () => {
        try {
          return setupOf(await stripe.setupIntents.retrieve(ref, { expand }));
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }),
  };
}
