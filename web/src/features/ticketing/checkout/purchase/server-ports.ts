import type { BodyOf } from '@frontrow/contract/api.ts';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { call } from '#web/shared/api/call.ts';
import { leavePage } from '#web/shared/leave-page.ts';
import { newId } from '#web/shared/new-id.ts';
import { eventPath } from '#web/shared/ui/event-card-model.ts';
import { CardFieldError, type CardSource } from '../card-source.ts';
import { rememberBegun } from '../../waitlist/begun-here.ts';
import { enterCheckout, leaveCheckout } from '../open-checkouts.ts';
import { purchaseType } from '../purchase-rules.ts';
import { saveOrder } from '../saved-order.ts';
import { untilKnown } from '../until-known.ts';
import type { PurchasePorts } from './purchase-ports.ts';

/** Where the wallet sends its customer back to: the page of what is bought. */
export const walletReturnTo = (page: string, wallet: boolean | null | undefined): object => {
  const there = new URL(page, window.location.origin);
  const withMark = (mark: string): string => `${there.href}${there.search ? '&' : '?'}${mark}`;
  return wallet ? { cancel_url: withMark('paypal_callback_error'), return_url: withMark('paypal_callback') } : {};
};

type Sale = Pick<PurchasePorts, 'hold' | 'purchase'>;

/** The ports of a purchase in the browser: the server, the card field and the wallet's page. */
export function browserPorts(
  eventUuid: string,
  cardField: { readonly current: CardSource | null },
  notLoaded: string,
  sale: Sale,
): PurchasePorts {
  return {
    hold: (email, promoCode) => {
      enterCheckout(eventUuid);
      return sale.hold(email, promoCode);
    },
    release: (orderUuid, begun) =>
      call('POST /events/release_hold', { body: { order_uuid: orderUuid, idle_only: !begun } }),
    openElsewhere: () => leaveCheckout(eventUuid),
    purchase: sale.purchase,
    confirmCard: (intent) =>
      untilKnown(() => call('POST /payment/stripe_intent', { body: { payment_intent: intent } })),
    cardProblem: () => cardField.current?.problem() ?? null,
    cardToken: async () => {
      const field = cardField.current;
      if (!field) throw new CardFieldError(notLoaded);
      return field.token();
    },
    newKey: newId,
    goToWallet: (order, href) => {
      saveOrder(order);
      return leavePage(href);
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

/** How a ticket of an event is held and bought, with an account or as a guest. */
export const eventSale = (event: WireEvent): Sale =>
  ticketSale({ event_uuid: event.event_uuid, type: purchaseType(event) }, eventPath(event));

/** The same for a ticket to the replay of an event. */
export const replaySale = (eventUuid: string): Sale =>
  ticketSale({ event_uuid: eventUuid, type: 'streaming', replay: true }, `/replay/${eventUuid}`);

function ticketSale(base: Pick<BodyOf<'POST /events/hold'>, 'event_uuid' | 'type' | 'replay'>, page: string): Sale {
  return {
    hold: async (email, promoCode) => {
      const body = { ...base, promo_code: promoCode };
      if (email !== null) rememberBegun(base.event_uuid);
      const held =
        email === null
          ? await call('POST /events/hold', { body })
          : await call('POST /events/hold_no_login', { body: { ...body, email } });
      return held.order;
    },
    purchase: (wish, email, key) => {
      const body = { ...base, ...wish, ...walletReturnTo(page, wish.paypal) };
      const headers = { 'idempotency-key': key };
      return email === null
        ? call('POST /events/purchase', { body, headers })
        : call('POST /events/purchase_no_login', { body: { ...body, email }, headers });
    },
  };
}
