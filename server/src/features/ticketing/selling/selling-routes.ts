import { domainToASCII } from 'node:url';
import { normaliseEmail } from '@frontrow/core/accounts/email.ts';
import { guestAnswerMsMin } from '@frontrow/core/ticketing/limits.ts';
import { purchaseLimit, writeLimit } from '../../../http/limits/limits.ts';
import { noSoonerThan } from '../../../http/routes/no-sooner-than.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import { hashOf } from '../../../keys.ts';
import { orderView } from '../tickets/views.ts';
import type { Buyers } from './buyers.ts';
import type { Checkout } from './checkout.ts';
import { holdForCheckout } from './hold-for-checkout.ts';
import { purchaseOnce } from './purchase-once.ts';
import { refuseSoldOutBeforeKey } from './refuse-sold-out.ts';
import { releaseHold } from './release-hold.ts';
import { purchaseScope, wishOf } from './seat-wish.ts';

export const sellingRoutes = (checkout: Checkout, buyers: Buyers): AnyRoute[] => [
  route({
    call: 'POST /events/purchase',
    who: 'member',
    limit: purchaseLimit,
    async handle({ actor, body, idempotencyKey: key, ...asked }) {
      // A guest's seats belong to its browser, so the account alone does not say what the answer is.
      if (actor.guestOf === undefined)
        await refuseSoldOutBeforeKey(checkout, { accountId: actor.id, key }, wishOf(body));
      const request = { scope: purchaseScope(actor.id), key, body };
      return purchaseOnce(checkout, request, () => buyers.account(actor, asked));
    },
  }),
  route({
    call: 'POST /events/purchase_no_login',
    who: 'anyone',
    limit: purchaseLimit,
    handle({ body, idempotencyKey: key, ...asked }) {
      const email = normaliseEmail(body.email, domainToASCII);
      const guestKey = buyers.guestKey(asked, key === undefined ? undefined : `${email} ${key}`);
      const request = { scope: `purchase:g:${hashOf(email).toString('hex')}`, key, body };
      return noSoonerThan(guestAnswerMsMin, () =>
        purchaseOnce(checkout, request, () => buyers.guest(body.email, guestKey, asked)),
      );
    },
  }),
  route({
    call: 'POST /events/hold',
    who: 'member',
    limit: purchaseLimit,
    async handle({ actor, body, ...asked }) {
      const buyer = await buyers.account(actor, asked);
      return { order: orderView(await holdForCheckout(checkout, buyer, wishOf(body))) };
    },
  }),
  route({
    call: 'POST /events/hold_no_login',
    who: 'anyone',
    limit: purchaseLimit,
    handle: ({ body, ...asked }) =>
      noSoonerThan(guestAnswerMsMin, async () => {
        const buyer = await buyers.guest(body.email, buyers.guestKey(asked), asked);
        return { order: orderView(await holdForCheckout(checkout, buyer, wishOf(body))) };
      }),
  }),
  route({
    call: 'POST /events/release_hold',
    who: 'anyone',
    limit: writeLimit,
    async handle({ body, ...call }) {
      const release = { orderId: body.order_uuid, idleOnly: body.idle_only ?? false };
      return { order: orderView(await releaseHold(checkout, buyers.asker(call), release)) };
    },
  }),
];
