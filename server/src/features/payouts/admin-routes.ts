import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import { makeSepaFile, markSepaLines, readSepaFile, showSepaFiles } from './admin/sepa-batches.ts';
import {
  holdPayouts,
  hostPlaceOf,
  listAllPayouts,
  listHolds,
  listUnclaimedBalances,
  markUnclaimedBalancePaid,
  releasePayouts,
} from './admin/unclaimed-balances.ts';
import { type PayoutsDeps, placeOf } from './payouts-deps.ts';

/** What app admins see and do about payouts. */
export function adminPayoutRoutes(deps: PayoutsDeps): AnyRoute[] {
  return [
    route({
      call: 'GET /admin/payouts',
      who: 'admin',
      limit: readLimit,
      handle: ({ query }) => listAllPayouts(deps.db, { q: query.q, state: query.state, place: placeOf(query.cursor) }),
    }),
    route({
      call: 'GET /admin/payouts/left',
      who: 'admin',
      limit: readLimit,
      handle: ({ query }) => listUnclaimedBalances(deps.db, hostPlaceOf(query.cursor)),
    }),
    route({
      call: 'POST /admin/payouts/left',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body, idempotencyKey: key }) => {
        const { amount, reference, host_username: username, currency_code: currencyCode } = body;
        const paid = { adminId: actor.id, username, currencyCode, amount, reference };
        await deps.idempotency.run({ scope: `paid_otherwise:${actor.id}`, key, body }, async ({ resultId }) => {
          await markUnclaimedBalancePaid(deps, { ...paid, attempt: resultId });
          return {};
        });
        return listUnclaimedBalances(deps.db, hostPlaceOf(undefined));
      },
    }),
    route({
      call: 'GET /admin/payouts/holds',
      who: 'admin',
      limit: readLimit,
      handle: ({ query }) => listHolds(deps.db, hostPlaceOf(query.cursor)),
    }),
    route({
      call: 'POST /admin/payouts/hold',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await holdPayouts(deps, { adminId: actor.id, ...body });
        return {};
      },
    }),
    route({
      call: 'POST /admin/payouts/release',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await releasePayouts(deps, { adminId: actor.id, ...body });
        return {};
      },
    }),
    route({
      call: 'GET /admin/payouts/sepa',
      who: 'admin',
      limit: readLimit,
      handle: () => showSepaFiles(deps),
    }),
    route({
      call: 'POST /admin/payouts/sepa',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor }) => {
        const file_uuid = await makeSepaFile(deps, actor.id);
        return { ...(await showSepaFiles(deps)), file_uuid };
      },
    }),
    route({
      call: 'GET /admin/payouts/sepa/:uuid',
      who: 'admin',
      limit: readLimit,
      handle: ({ actor, params }) => readSepaFile(deps, actor.id, params.uuid),
    }),
    route({
      call: 'POST /admin/payouts/sepa/mark',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await markSepaLines(deps, actor.id, body);
        return showSepaFiles(deps);
      },
    }),
  ];
}
