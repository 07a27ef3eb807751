import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import {
  addMethod,
  changeSettings,
  checkMethod,
  chooseDefault,
  linkOfMethod,
  listMethods,
  recheckLocal,
  removeMethod,
} from './methods.ts';
import { type PayoutsDeps, placeOf } from './payouts-deps.ts';
import { listPayouts, payoutView } from './payouts.ts';
import { requestPayout } from './processing/start-payouts.ts';

/** Payout methods and payouts of the host who calls. */
export function payoutRoutes(deps: PayoutsDeps): AnyRoute[] {
  const { db } = deps;
  return [
    route({
      call: 'GET /payouts/methods',
      who: 'host',
      limit: readLimit,
      async handle({ actor }) {
        await recheckLocal(deps, actor.id);
        return listMethods(deps, actor.id);
      },
    }),
    route({
      call: 'POST /payouts/methods',
      who: 'host',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await deps.accounts.requirePassword(actor, body.password);
        const id = await addMethod(deps, {
          hostId: actor.id,
          kind: body.kind,
          account: body.account,
          holderName: body.holder_name,
          nameConfirmed: body.confirm_name ?? false,
          bic: body.bic,
          address: {
            street: body.street ?? '',
            postcode: body.postcode ?? '',
            town: body.town ?? '',
            country: body.country ?? '',
          },
        });
        const all = await listMethods(deps, actor.id);
        return { ...all, method: all.methods.find((method) => method.method_uuid === id)! };
      },
    }),
    route({
      call: 'POST /payouts/methods/remove',
      who: 'host',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await removeMethod(deps, actor.id, body.method_uuid);
        return listMethods(deps, actor.id);
      },
    }),
    route({
      call: 'POST /payouts/methods/default',
      who: 'host',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await deps.accounts.requirePassword(actor, body.password);
        await chooseDefault(deps, actor.id, body.method_uuid);
        return listMethods(deps, actor.id);
      },
    }),
    route({
      call: 'POST /payouts/methods/link',
      who: 'host',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await deps.accounts.requirePassword(actor, body.password);
        return { url: (await linkOfMethod(deps, actor.id, body.method_uuid)) ?? null };
      },
    }),
    route({
      call: 'POST /payouts/methods/check',
      who: 'host',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await checkMethod(deps, actor.id, body.method_uuid);
        return listMethods(deps, actor.id);
      },
    }),
    route({
      call: 'POST /payouts/settings',
      who: 'host',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        const { currency_code: currencyCode, automatic, minimum } = body;
        await changeSettings(db, actor.id, { currencyCode, automatic, minimum });
        return listMethods(deps, actor.id);
      },
    }),
    route({
      call: 'POST /payouts/request',
      who: 'host',
      limit: writeLimit,
      handle: ({ actor, body, idempotencyKey: key }) =>
        deps.idempotency.run({ scope: `payout:${actor.id}`, key, body }, async ({ resultId }) => ({
          payout: payoutView(await requestPayout(deps, actor.id, body, resultId)),
        })),
    }),
    route({
      call: 'GET /payouts',
      who: 'host',
      limit: readLimit,
      handle: ({ actor, query }) => listPayouts(db, actor.id, placeOf(query.cursor)),
    }),
  ];
}
