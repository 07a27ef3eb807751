import { domainToASCII } from 'node:url';
import { normaliseEmail } from '@frontrow/core/accounts/email.ts';
import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { guestAnswerMsMin } from '@frontrow/core/ticketing/limits.ts';
import { eventPollLimit, purchaseLimit, readLimit, saveCardLimit, writeLimit } from '../../http/limits/limits.ts';
import { withMinimumDuration } from '../../http/routes/minimum-duration.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import { hashOf } from '../../keys.ts';
import type { Events } from '../events/index.ts';
import type { Buyers } from './checkout/buyers.ts';
import { holdForCheckout, purchaseOnce, releaseHold } from './checkout/checkout.ts';
import { refuseSoldOutBeforeKey } from './checkout/seats.ts';
import { resendTicket } from './notify/send-ticket-mails.ts';
import {
  chooseDefaultCard,
  confirmSetup,
  removeCard,
  saveCard,
  type SavedCard,
  savedCardsOf,
  type StartedSetup,
} from './payments/saved-cards.ts';
import { cancelOwnTicket, refundTicket } from './refunds/refunds.ts';
import { createWaitingPages } from './checkout/waiting-page.ts';
import { purchaseScope, replayWanted, toSeatChoice } from './seat-terms.ts';
import { confirmCard, confirmWallet } from './series-passes/pass-payments.ts';
import type { TicketingDeps } from './ticketing-deps.ts';
import { confirmedView, listedTicketView, listTickets, orderView, showTicket, ticketView } from './tickets/tickets.ts';
import { correctEmail, undeliverableEmail } from './tickets/correct-email.ts';
import { transferTicket } from './tickets/transfer.ts';
import type { Passes } from './wallets/passes.ts';
import { heldUntil, joinWaitlist, leaveWaitlist, ownPlaces, type ShownPlace } from './tickets/waitlist.ts';

export const sellingRoutes = (
  deps: TicketingDeps,
  buyers: Buyers,
  events: Pick<Events, 'replayOnSale'>,
): AnyRoute[] => [
  route({
    call: 'POST /events/purchase',
    who: 'member',
    limit: purchaseLimit,
    async handle({ actor, body, idempotencyKey: key, ...asked }) {
      const replay = await replayWanted(deps, events, body, actor.id);
      // A guest's seats belong to its browser, so the account alone does not determine the answer.
      if (actor.guestOf === undefined)
        await refuseSoldOutBeforeKey(deps, { accountId: actor.id, key }, toSeatChoice(body, replay));
      const request = { scope: purchaseScope(actor.id), key, body, replay };
      return purchaseOnce(deps, request, () => buyers.account(actor, asked));
    },
  }),
  route({
    call: 'POST /events/purchase_no_login',
    who: 'anyone',
    limit: purchaseLimit,
    async handle({ body, idempotencyKey: key, ...asked }) {
      const replay = await replayWanted(deps, events, body);
      const email = normaliseEmail(body.email, domainToASCII);
      const guestKey = buyers.guestKey(asked, key === undefined ? undefined : `${email} ${key}`);
      const request = { scope: `purchase:g:${hashOf(email).toString('hex')}`, key, body, replay };
      return withMinimumDuration(guestAnswerMsMin, () =>
        purchaseOnce(deps, request, () => buyers.guest(body.email, guestKey, asked)),
      );
    },
  }),
  route({
    call: 'POST /events/hold',
    who: 'member',
    limit: purchaseLimit,
    async handle({ actor, body, ...asked }) {
      const replay = await replayWanted(deps, events, body, actor.id);
      const buyer = await buyers.account(actor, asked);
      return { order: orderView(await holdForCheckout(deps, buyer, toSeatChoice(body, replay))) };
    },
  }),
  route({
    call: 'POST /events/hold_no_login',
    who: 'anyone',
    limit: purchaseLimit,
    handle: ({ body, ...asked }) =>
      withMinimumDuration(guestAnswerMsMin, async () => {
        const replay = await replayWanted(deps, events, body);
        const buyer = await buyers.guest(body.email, buyers.guestKey(asked), asked);
        return { order: orderView(await holdForCheckout(deps, buyer, toSeatChoice(body, replay))) };
      }),
  }),
  route({
    call: 'GET /tickets/mailed',
    who: 'anyone',
    limit: readLimit,
    async handle({ query, ...call }) {
      return { undeliverable_email: await undeliverableEmail(deps, query.event_uuid, buyers.asker(call).guestKey) };
    },
  }),
  route({
    call: 'POST /tickets/correct_email',
    who: 'anyone',
    limit: writeLimit,
    async handle({ body, ...call }) {
      await correctEmail(deps, buyers.asker(call).guestKey, { eventId: body.event_uuid, email: body.email });
      return { success: true };
    },
  }),
  route({
    call: 'POST /events/release_hold',
    who: 'anyone',
    limit: writeLimit,
    async handle({ body, ...call }) {
      const release = { orderId: body.order_uuid, idleOnly: body.idle_only ?? false };
      return { order: orderView(await releaseHold(deps, buyers.asker(call), release)) };
    },
  }),
];

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

export function paymentRoutes(deps: TicketingDeps, buyers: Buyers): AnyRoute[] {
  const cardsOf = async (userId: number) => cardsView(await savedCardsOf(deps.db, userId, deps.cards.provider));
  return [
    route({
      call: 'POST /payment/stripe_intent',
      who: 'anyone',
      limit: writeLimit,
      handle: async ({ body, ...call }) =>
        confirmedView(await confirmCard(deps, buyers.asker(call), body.payment_intent)),
    }),
    route({
      call: 'POST /payment/paypal_order',
      who: 'anyone',
      limit: writeLimit,
      handle: async ({ body, ...call }) =>
        confirmedView(await confirmWallet(deps, buyers.asker(call), body.paypal_order_id)),
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
        await removeCard(deps, actor.id, body.payment_method_id);
        return cardsOf(actor.id);
      },
    }),
    route({
      call: 'POST /payment/methods/save',
      who: 'account',
      limit: saveCardLimit,
      async handle({ actor, body, header }) {
        const started = await saveCard(deps, actor, body.stripe_token, header('host'));
        return { ...(await cardsOf(actor.id)), setup_intent: setupView(started) };
      },
    }),
    route({
      call: 'POST /payment/methods/confirm',
      who: 'account',
      limit: writeLimit,
      async handle({ actor, body, header }) {
        const started = await confirmSetup(deps, actor, body.setup_intent, header('host'));
        return { ...(await cardsOf(actor.id)), setup_intent: setupView(started) };
      },
    }),
    route({
      call: 'POST /payment/methods/default',
      who: 'account',
      limit: writeLimit,
      async handle({ actor, body }) {
        await chooseDefaultCard(deps, actor.id, body.payment_method_id);
        return cardsOf(actor.id);
      },
    }),
    route({
      call: 'POST /sandbox/card_tokens',
      who: 'anyone',
      limit: purchaseLimit,
      async handle({ body }) {
        if (!deps.paymentSandbox) throw refuse('not_found');
        const { id, brand, last4 } = await deps.paymentSandbox.cardToken({
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

export const ticketRoutes = (deps: TicketingDeps, events: Pick<Events, 'cards'>, passes: Passes): AnyRoute[] => [
  route({
    call: 'GET /tickets/mine',
    who: 'member',
    limit: readLimit,
    async handle({ actor, query }) {
      const { scope, event_uuid: eventId, cursor } = query;
      const { tickets, next } = await listTickets(deps, events, actor, { scope, eventId, cursor });
      return {
        tickets: tickets.map(listedTicketView),
        next_cursor: next,
      };
    },
  }),
  route({
    call: 'POST /tickets/refund',
    who: 'member',
    limit: writeLimit,
    async handle({ actor, body }) {
      const { ticket, order } = await refundTicket(deps, actor, body.ticket_uuid);
      return { ticket: ticketView(ticket, order) };
    },
  }),
  route({
    call: 'GET /tickets/:ticket',
    who: 'member',
    limit: readLimit,
    handle: ({ actor, params }) => showTicket(deps, events, passes, actor, params.ticket),
  }),
  route({
    call: 'POST /tickets/transfer',
    who: 'member',
    limit: writeLimit,
    async handle({ actor, body }) {
      const { ticket, order } = await transferTicket(deps, actor, {
        ticketId: body.ticket_uuid,
        email: body.email,
      });
      return { ticket: ticketView(ticket, order) };
    },
  }),
  route({
    call: 'POST /tickets/cancel',
    who: 'member',
    limit: writeLimit,
    async handle({ actor, body }) {
      const { ticket, order, refund } = await cancelOwnTicket(deps, actor, body.ticket_uuid);
      const { digits } = currencyOf(order.currency);
      return {
        ticket: ticketView(ticket, order),
        refund: {
          price: toDecimal(refund.price, digits),
          fee: toDecimal(refund.fee, digits),
          total: toDecimal(refund.price + refund.fee, digits),
        },
      };
    },
  }),
  route({
    call: 'POST /tickets/google_wallet',
    who: 'member',
    limit: writeLimit,
    handle: async ({ actor, body }) => ({ save_url: await passes.googleUrl(body.ticket_uuid, actor) }),
  }),
  route({
    call: 'POST /tickets/resend',
    who: 'member',
    limit: writeLimit,
    async handle({ actor, body }) {
      await resendTicket(deps, actor, body.ticket_uuid);
      return { success: true };
    },
  }),
];

/** A guest's session is good for one event; at another one its bearer is identified by the browser's secret. */
const isHere = (actor: Actor, eventId: string | undefined): actor is Account =>
  actor.kind === 'account' && (actor.guestOf === undefined || eventId === undefined || actor.guestOf === eventId);

/** The line in front of the checkout of an event that sells out in seconds. */
export function waitingPageRoutes(deps: TicketingDeps): AnyRoute[] {
  const pages = createWaitingPages(deps);
  return [
    route({
      call: 'GET /events/:uuid/queue',
      who: 'anyone',
      staleTokenIgnored: true,
      limit: eventPollLimit,
      async handle({ params, answerHeader }) {
        const line = await pages.line(params.uuid);
        answerHeader('cache-control', 'public, max-age=1');
        return {
          opens_at: line.opensAt,
          open: line.isOpen,
          admitted_through: line.admittedThrough,
          waiting: line.waiting,
          seats_left: line.seatsLeft,
        };
      },
    }),
    route({
      call: 'POST /events/queue',
      who: 'account',
      limit: writeLimit,
      async handle({ actor, body }) {
        const own = await pages.join(body.event_uuid, actor.id);
        return { place: own.place ?? null, admitted_until: own.admittedUntil ?? null, begun: own.hasBegun };
      },
    }),
  ];
}

export const waitlistRoutes = (deps: TicketingDeps, buyers: Buyers, events: Pick<Events, 'cards'>): AnyRoute[] => [
  route({
    call: 'POST /events/waitlist',
    who: 'anyone',
    limit: writeLimit,
    async handle({ actor, body, ...asked }) {
      const eventId = body.event_uuid;
      if (isHere(actor, eventId)) {
        const buyer = await buyers.account(actor, asked);
        if (body.join) return placeView(await joinWaitlist(deps, buyer, eventId));
        return placeView(await leaveWaitlist(deps, { accountId: actor.id, guestKey: undefined, eventId }));
      }
      if (!body.join) {
        const { guestKey } = buyers.asker({ actor, header: asked.header });
        return placeView(await leaveWaitlist(deps, { accountId: undefined, guestKey, eventId }));
      }
      return withMinimumDuration(guestAnswerMsMin, async () => {
        const guest = await buyers.guest(body.email ?? '', buyers.guestKey(asked), asked);
        return placeView(await joinWaitlist(deps, guest, eventId));
      });
    },
  }),
  route({
    call: 'GET /events/waitlist/mine',
    who: 'anyone',
    limit: eventPollLimit,
    async handle({ actor, query, header }) {
      const { guestKey } = buyers.asker({ actor, header });
      const holder = isHere(actor, query.event_uuid)
        ? { accountId: actor.id, guestKey: undefined, eventId: actor.guestOf ?? query.event_uuid }
        : { accountId: undefined, guestKey, eventId: query.event_uuid };
      const places = await ownPlaces(deps.db, holder);
      const { event_uuid: asked } = query;
      const until = asked === undefined ? undefined : await heldUntil(deps.db, { ...holder, eventId: asked });
      const cards = await events.cards(deps.db, [...new Set(places.map(({ eventId }) => eventId))]);
      const cardOf = new Map(cards.map((card) => [card.event.event_uuid, card]));
      return {
        places: places.flatMap((place) => {
          const event = cardOf.get(place.eventId);
          return event ? [{ ...placeView(place), event, joined_at: place.joinedAt }] : [];
        }),
        ...(until !== undefined && { held_until: until }),
      };
    },
  }),
];

const placeView = ({ position, size, offer }: ShownPlace) => ({
  position: position ?? null,
  size,
  ...(offer && { offer: { order_uuid: offer.orderId, expires_at: offer.endsAt } }),
});
