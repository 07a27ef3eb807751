import { setTimeout as pause } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import { normaliseEmail, readEmail } from '@frontrow/core/accounts/email.ts';
import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { guestAnswerMsMin } from '@frontrow/core/ticketing/limits.ts';
import { purchaseLimit, readLimit, writeLimit } from '../../http/limits.ts';
import { isLoopback } from '../../http/network-address.ts';
import { pageOrigin } from '../../http/page-origin.ts';
import { type AnyRoute, route } from '../../http/route.ts';
import { hashOf } from '../../keys.ts';
import type { Events } from '../events/index.ts';
import { answerOfEarlierTry } from './selling/answer-of-earlier-try.ts';
import type { Buyer, Checkout } from './selling/checkout.ts';
import { confirmCardPayment, confirmWalletPayment, type Confirmed } from './payments/confirm-payment.ts';
import { createGuestSecrets } from './guests/guest-secret.ts';
import { holdForCheckout } from './selling/hold-for-checkout.ts';
import { listTickets } from './tickets/list-tickets.ts';
import type { Asker } from './selling/own-order.ts';
import { type PaymentChoice, type Purchased, purchaseTicket } from './selling/purchase-ticket.ts';
import { refundTicket } from './refunds/refund-ticket.ts';
import { releaseHold } from './selling/release-hold.ts';
import { savedCardsOf } from './payments/saved-cards.ts';
import { type AskedWish, purchaseScope, wishOf } from './selling/seat-wish.ts';
import { intentView, orderView, ticketView, walletView } from './tickets/views.ts';

interface Asked {
  readonly address: string;
  readonly header: (name: string) => string | undefined;
}

interface GuestAsked extends Asked {
  readonly answerHeader: (name: string, value: string) => void;
}

interface PurchaseBody extends AskedWish {
  readonly stripe_token?: string | null | undefined;
  readonly stripe_payment_method_id?: string | null | undefined;
  readonly paypal?: boolean | null | undefined;
  readonly remember?: boolean | null | undefined;
}

export function ticketingRoutes(checkout: Checkout, events: Pick<Events, 'cards'>): AnyRoute[] {
  const { config, db, idempotency, accounts, paymentSandbox } = checkout;
  const secrets = createGuestSecrets(checkout);

  const addressOf = (address: string): string | undefined =>
    !config.production && isLoopback(address) ? undefined : address;
  const originOf = (header: Asked['header']): string => pageOrigin(config, header('host'));
  const accountBuyer = async (actor: Account, { address, header }: Asked): Promise<Buyer> => ({
    accountId: actor.id,
    guestEmail: actor.guestOf === undefined ? undefined : await accounts.addressOf(actor.id),
    guestKey: undefined,
    address: addressOf(address),
    origin: originOf(header),
  });
  const guestBuyer = async (typed: string, guestKey: string, { address, header }: Asked): Promise<Buyer> => {
    if (typed.trim() === '') throw refuse('email_required', {}, { field: 'email' });
    const guestEmail = readEmail(typed, domainToASCII);
    const guest = await accounts.guestFor(db, guestEmail);
    return { accountId: guest.id, guestEmail, guestKey, address: addressOf(address), origin: originOf(header) };
  };
  /** Hands the browser its secret with whatever the answer will be. */
  const guestKey = ({ header, answerHeader }: GuestAsked, seed?: string): string => {
    const proof = secrets.proofOf(header, seed);
    for (const [name, value] of Object.entries(proof.headers)) answerHeader(name, value);
    return proof.key;
  };
  const askerOf = ({ actor, header }: { actor: Actor } & Pick<Asked, 'header'>): Asker => ({
    actor,
    guestKey: secrets.known(header),
  });

  const buyOnce = (scope: string, key: string | undefined, body: PurchaseBody, buyerOf: () => Promise<Buyer>) =>
    idempotency.run({ scope, key, body }, async ({ firstBegunAt, repeated }) => {
      const buyer = await buyerOf();
      const earlier = async (): Promise<Purchased | undefined> =>
        firstBegunAt &&
        answerOfEarlierTry(checkout, buyer, { scope, key, eventId: body.event_uuid, since: firstBegunAt });
      const wish = { ...wishOf(body), choice: choiceOf(body), remember: body.remember ?? false };
      const found = repeated ? await earlier() : undefined;
      const done =
        found ??
        (await purchaseTicket(checkout, buyer, wish).catch(async (error: unknown) => {
          // The ticket of another try may have come after the look: a sweeper made it, or a process that was thought dead.
          const late = error instanceof Refusal && (repeated || error.code === 'already_has_ticket');
          const made = late ? await earlier() : undefined;
          if (made) return made;
          throw error;
        }));
      return purchaseView(done, `${buyer.origin}/payment/callback/stripe`);
    });

  return [
    route({
      call: 'POST /events/purchase',
      who: 'member',
      limit: purchaseLimit,
      handle: (call) =>
        buyOnce(purchaseScope(call.actor.id), call.idempotencyKey, call.body, () => accountBuyer(call.actor, call)),
    }),
    route({
      call: 'POST /events/purchase_no_login',
      who: 'anyone',
      limit: purchaseLimit,
      handle: ({ body, idempotencyKey, ...asked }) => {
        const email = normaliseEmail(body.email, domainToASCII);
        const key = guestKey(asked, idempotencyKey === undefined ? undefined : `${email} ${idempotencyKey}`);
        return noSoonerThan(guestAnswerMsMin, () =>
          buyOnce(`purchase:g:${hashOf(email).toString('hex')}`, idempotencyKey, body, () =>
            guestBuyer(body.email, key, asked),
          ),
        );
      },
    }),
    route({
      call: 'POST /events/hold',
      who: 'member',
      limit: purchaseLimit,
      handle: async ({ actor, body, ...asked }) => ({
        order: orderView(await holdForCheckout(checkout, await accountBuyer(actor, asked), wishOf(body))),
      }),
    }),
    route({
      call: 'POST /events/hold_no_login',
      who: 'anyone',
      limit: purchaseLimit,
      handle: ({ body, ...asked }) =>
        noSoonerThan(guestAnswerMsMin, async () => {
          const buyer = await guestBuyer(body.email, guestKey(asked), asked);
          return { order: orderView(await holdForCheckout(checkout, buyer, wishOf(body))) };
        }),
    }),
    route({
      call: 'POST /events/release_hold',
      who: 'anyone',
      limit: writeLimit,
      handle: async ({ body, ...asked }) => ({
        order: orderView(
          await releaseHold(checkout, askerOf(asked), { orderId: body.order_uuid, idleOnly: body.idle_only ?? false }),
        ),
      }),
    }),
    route({
      call: 'POST /payment/stripe_intent',
      who: 'anyone',
      limit: writeLimit,
      handle: async ({ body, ...asked }) =>
        confirmedView(await confirmCardPayment(checkout, askerOf(asked), body.payment_intent)),
    }),
    route({
      call: 'POST /payment/paypal_order',
      who: 'anyone',
      limit: writeLimit,
      handle: async ({ body, ...asked }) =>
        confirmedView(await confirmWalletPayment(checkout, askerOf(asked), body.paypal_order_id)),
    }),
    route({
      call: 'GET /payment/methods',
      who: 'account',
      limit: readLimit,
      handle: async ({ actor }) => {
        const cards = await savedCardsOf(db, actor.id, checkout.cards.provider);
        return { payment_methods: cards.map(({ id, brand, last4 }) => ({ id, card: { brand, last4 } })) };
      },
    }),
    route({
      call: 'GET /tickets/mine',
      who: 'member',
      limit: readLimit,
      handle: async ({ actor, query }) => {
        const { tickets, nextCursor } = await listTickets(db, events, actor, {
          scope: query.scope,
          eventId: query.event_uuid,
          cursor: query.cursor,
        });
        return {
          tickets: tickets.map(({ ticket, order, event, refundable }) => ({
            ticket: ticketView(ticket, order),
            event,
            refundable,
          })),
          next_cursor: nextCursor ?? null,
        };
      },
    }),
    route({
      call: 'POST /tickets/refund',
      who: 'member',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        const { ticket, order } = await refundTicket(checkout, actor, body.ticket_uuid);
        return { ticket: ticketView(ticket, order) };
      },
    }),
    route({
      call: 'POST /sandbox/card_tokens',
      who: 'anyone',
      limit: purchaseLimit,
      handle: async ({ body }) => {
        if (!paymentSandbox) throw refuse('not_found');
        const { id, brand, last4 } = await paymentSandbox.cardToken({
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

/** A no as well as a yes. */
async function noSoonerThan<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const answer = work();
  await Promise.allSettled([answer, pause(ms)]);
  return answer;
}

/** The saved card wins over a token, a card over the wallet: one choice, decided here. In the sandbox a token may be a test method. */
function choiceOf(body: PurchaseBody): PaymentChoice | undefined {
  if (body.stripe_payment_method_id) return { method: body.stripe_payment_method_id };
  if (body.stripe_token?.startsWith('pm_')) return { method: body.stripe_token };
  if (body.stripe_token) return { token: body.stripe_token };
  return body.paypal ? { wallet: true } : undefined;
}

function purchaseView({ intent, wallet, order, ticket }: Purchased, returnUrl: string) {
  return {
    ...(intent && { payment_intent: intentView(intent, returnUrl) }),
    ...(wallet && { payment_order: walletView(wallet) }),
    order: orderView(order),
    ticket: ticket ? ticketView(ticket, order) : null,
  };
}

const confirmedView = <Status>({ status, order, ticket }: Confirmed<Status>) => ({
  status,
  order: order ? orderView(order) : null,
  ticket: order && ticket ? ticketView(ticket, order) : null,
});
