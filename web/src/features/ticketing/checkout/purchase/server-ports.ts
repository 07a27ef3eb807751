import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { text } from '#web/shared/i18n/index.ts';
import { hideToast, noticeMs, toast } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { leavePage } from '#web/shared/leave-page.ts';
import { newId } from '#web/shared/new-id.ts';
import { eventPath } from '#web/shared/ui/event-card-model.ts';
import { CardFieldError, type CardSource } from '../card-source.ts';
import { enterCheckout, leaveCheckout } from '../open-checkouts.ts';
import { purchaseType } from '../purchase-rules.ts';
import { saveOrder } from '../saved-order.ts';
import { untilKnown } from '../until-known.ts';
import type { PurchasePorts } from './purchase-ports.ts';

const toastId = 'purchase';

const say = (message: string): void => void toast(message, { tone: 'bad', ms: noticeMs, id: toastId, silent: true });

/** The ports of a purchase in the browser: the server, the card field and the wallet's page. */
export function serverPorts(
  event: WireEvent,
  cardField: { readonly current: CardSource | null },
  notLoaded: string,
): PurchasePorts {
  const base = { event_uuid: event.event_uuid, type: purchaseType(event) };
  const page = `${window.location.origin}${eventPath(event)}`;
  return {
    hold: async (email, promoCode) => {
      enterCheckout(event.event_uuid);
      const body = { ...base, promo_code: promoCode };
      const held =
        email === null
          ? await call('POST /events/hold', { body })
          : await call('POST /events/hold_no_login', { body: { ...body, email } });
      return held.order;
    },
    release: (orderUuid, begun) =>
      call('POST /events/release_hold', { body: { order_uuid: orderUuid, idle_only: !begun } }),
    openElsewhere: () => leaveCheckout(event.event_uuid),
    purchase: (wish, email, key) => {
      const body = {
        ...base,
        ...wish,
        ...(wish.paypal ? { cancel_url: `${page}?paypal_callback_error`, return_url: `${page}?paypal_callback` } : {}),
      };
      const headers = { 'idempotency-key': key };
      return email === null
        ? call('POST /events/purchase', { body, headers })
        : call('POST /events/purchase_no_login', { body: { ...body, email }, headers });
    },
    confirmCard: (intent) =>
      untilKnown(() => call('POST /payment/stripe_intent', { body: { payment_intent: intent } })),
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
    say,
    sayNotConfirmed: () => say(text('purchase', 'wallet.failed')),
    hush: () => void hideToast(toastId),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
