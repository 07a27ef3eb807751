import { refuse } from '@frontrow/core/refuse.ts';
import { purchaseLimit, readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { Buyers } from '../selling/buyers.ts';
import type { Checkout } from '../selling/checkout.ts';
import { confirmedView } from '../tickets/views.ts';
import { confirmCardPayment, confirmWalletPayment } from './confirm-payment.ts';
import { removeCard } from './remove-card.ts';
import { type SavedCard, savedCardsOf } from './saved-cards.ts';

const cardsView = (cards: readonly SavedCard[]) => ({
  payment_methods: cards.map(({ id, brand, last4, expiry }) => ({
    id,
    card: { brand, last4, exp_month: expiry?.month ?? null, exp_year: expiry?.year ?? null },
  })),
});

export const paymentRoutes = (checkout: Checkout, buyers: Buyers): AnyRoute[] => [
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
      return cardsView(await savedCardsOf(checkout.db, actor.id, checkout.cards.provider));
    },
  }),
  route({
    call: 'POST /payment/methods/remove',
    who: 'account',
    limit: writeLimit,
    async handle({ actor, body }) {
      await removeCard(checkout, actor.id, body.payment_method_id);
      return cardsView(await savedCardsOf(checkout.db, actor.id, checkout.cards.provider));
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
