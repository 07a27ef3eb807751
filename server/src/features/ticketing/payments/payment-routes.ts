import { refuse } from '@frontrow/core/refuse.ts';
import { purchaseLimit, readLimit, saveCardLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { Buyers } from '../selling/buyers.ts';
import type { Checkout } from '../selling/checkout.ts';
import { confirmedView } from '../tickets/views.ts';
import { confirmCardPayment, confirmWalletPayment } from './confirm-payment.ts';
import { chooseDefaultCard } from './default-card.ts';
import { removeCard } from './remove-card.ts';
import { confirmSetup, saveCard, type StartedSetup } from './save-card.ts';
import { type SavedCard, savedCardsOf } from './saved-cards.ts';

const cardsView = (cards: readonly SavedCard[]) => ({
  payment_methods: cards.map(({ id, brand, last4, expiry }, index) => ({
    id,
    default: index === 0,
    card: { brand, last4, exp_month: expiry?.month ?? null, exp_year: expiry?.year ?? null },
  })),
});

const setupView = ({ setup: { ref, status, redirectUrl }, returnUrl }: StartedSetup) => ({
  id: ref,
  status,
  next_action:
    status === 'requires_action' && redirectUrl
      ? { redirect_to_url: { url: redirectUrl, return_url: returnUrl } }
      : null,
});

export function paymentRoutes(checkout: Checkout, buyers: Buyers): AnyRoute[] {
  const cardsOf = async (userId: number) => cardsView(await savedCardsOf(checkout.db, userId, checkout.cards.provider));
  return [
    route({
      call: 'POST /payment/stripe_intent',
      who: 'anyone',
      limit: writeLimit,
      handle: async ({ body, ...call }) =>
        confirmedView(await confirmCardPayment(checkout, buyers.asker(call), body.payment_intent)),
    }),
    route({
      call: 'POST /payment/paypal_order',
      who: 'anyone',
      limit: writeLimit,
      handle: async ({ body, ...call }) =>
        confirmedView(await confirmWalletPayment(checkout, buyers.asker(call), body.paypal_order_id)),
    }),
    route({
      call: 'GET /payment/methods',
      who: 'account',
      limit: readLimit,
      async handle({ actor }) {
        return cardsOf(actor.id);
      },
    }),
    route({
      call: 'POST /payment/methods/remove',
      who: 'account',
      limit: writeLimit,
      async handle({ actor, body }) {
        await removeCard(checkout, actor.id, body.payment_method_id);
        return cardsOf(actor.id);
      },
    }),
    route({
      call: 'POST /payment/methods/save',
      who: 'account',
      limit: saveCardLimit,
      async handle({ actor, body, header }) {
        const started = await saveCard(checkout, actor, body.stripe_token, header('host'));
        return { ...(await cardsOf(actor.id)), setup_intent: setupView(started) };
      },
    }),
    route({
      call: 'POST /payment/methods/confirm',
      who: 'account',
      limit: writeLimit,
      async handle({ actor, body, header }) {
        const started = await confirmSetup(checkout, actor, body.setup_intent, header('host'));
        return { ...(await cardsOf(actor.id)), setup_intent: setupView(started) };
      },
    }),
    route({
      call: 'POST /payment/methods/default',
      who: 'account',
      limit: writeLimit,
      async handle({ actor, body }) {
        await chooseDefaultCard(checkout, actor.id, body.payment_method_id);
        return cardsOf(actor.id);
      },
    }),
    route({
      call: 'POST /sandbox/card_tokens',
      who: 'anyone',
      limit: purchaseLimit,
      async handle({ body }) {
        if (!checkout.paymentSandbox) throw refuse('not_found');
        const { id, brand, last4 } = await checkout.paymentSandbox.cardToken({
          number: body.number,
          expMonth: body.exp_month,
          expYear: body.exp_year,
          cvc: body.cvc,
        });
        return { id, card: { brand, last4 } };
      },
    }),
  ];
}
