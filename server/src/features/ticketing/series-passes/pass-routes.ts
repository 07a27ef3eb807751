import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { purchaseLimit, readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { Buyers } from '../checkout/buyers.ts';
import { choiceOf } from '../checkout/checkout.ts';
import type { Purchased } from '../records.ts';
import { purchaseScope } from '../seat-terms.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';
import { orderView, purchaseView } from '../tickets/tickets.ts';
import { holdPass, passBoughtSince, purchasePass, releasePass } from './buy-pass.ts';
import { offerPass, seriesPassOf, withdrawPass } from './pass-offers.ts';

/** One purchase for a seat in each date of a series. */
export const passRoutes = (deps: TicketingDeps, buyers: Buyers): AnyRoute[] => [
  route({
    call: 'GET /series/:id/pass',
    who: 'anyone',
    staleTokenIgnored: true,
    limit: readLimit,
    handle: ({ actor, params }) => seriesPassOf(deps, actor, params.id),
  }),
  route({
    call: 'POST /series/pass/offer',
    who: 'host',
    limit: writeLimit,
    handle: ({ actor, body }) => offerPass(deps, actor, { seriesId: body.series_uuid, price: body.price }),
  }),
  route({
    call: 'POST /series/pass/withdraw',
    who: 'host',
    limit: writeLimit,
    handle: ({ actor, body }) => withdrawPass(deps, actor, body.series_uuid),
  }),
  route({
    call: 'POST /series/pass/hold',
    who: 'account',
    limit: purchaseLimit,
    async handle({ actor, body, ...asked }) {
      const buyer = await buyers.account(actor, asked);
      return { order: orderView(await holdPass(deps, buyer, body.pass_uuid)) };
    },
  }),
  route({
    call: 'POST /series/pass/release',
    who: 'account',
    limit: writeLimit,
    async handle({ actor, body }) {
      const release = {
        purchaseId: body.order_uuid,
        idleOnly: body.idle_only ?? false,
      };
      return { order: orderView(await releasePass(deps, actor.id, release)) };
    },
  }),
  route({
    call: 'POST /series/pass/purchase',
    who: 'account',
    limit: purchaseLimit,
    handle: ({ actor, body, idempotencyKey: key, ...asked }) =>
      deps.idempotency.run({ scope: purchaseScope(actor.id), key, body }, async ({ firstBegunAt, repeated }) => {
        const buyer = await buyers.account(actor, asked);
        const boughtBefore = async (): Promise<Purchased | undefined> =>
          firstBegunAt && passBoughtSince(deps, actor.id, body.pass_uuid, firstBegunAt);
        const purchase = {
          passId: body.pass_uuid,
          choice: choiceOf(body),
          remember: body.remember ?? false,
        };
        const buy = (): Promise<Purchased> =>
          purchasePass(deps, buyer, purchase).catch(async (error: unknown) => {
            const bought = repeated && error instanceof Refusal ? await boughtBefore() : undefined;
            if (bought) return bought;
            throw error;
          });
        const purchased = (repeated ? await boughtBefore() : undefined) ?? (await buy());
        return purchaseView(purchased, `${buyer.origin}/payment/callback/stripe`);
      }),
  }),
];
