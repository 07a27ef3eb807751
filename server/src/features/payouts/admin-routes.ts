import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import { makeSepaFile, markSepaLines, readSepaFile, showSepaFiles } from './admin/sepa-batches.ts';
import {
  holdPayouts,
  listAllPayouts,
  listHolds,
  listUnclaimedBalances,
  markUnclaimedBalancePaid,
  releasePayouts,
} from './admin/unclaimed-balances.ts';
import { type PayoutsDeps, placeOf } from './payouts-deps.ts';

/** What app admins see and do about payouts. */
export function adminPayoutRoutes(kit: PayoutsDeps): AnyRoute[] {
  return [
    route({
      call: 'GET /admin/payouts',
      who: 'admin',
      limit: readLimit,
      handle: ({ query }) => listAllPayouts(kit.db, { q: query.q, state: query.state, place: placeOf(query.cursor) }),
    }),
    route({
      call: 'GET /admin/payouts/left',
      who: 'admin',
      limit: readLimit,
      handle: async () => ({ left: await listUnclaimedBalances(kit.db) }),
    }),
    route({
      call: 'POST /admin/payouts/left',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        const { amount, reference, host_username: username, currency_code: currencyCode } = body;
        await markUnclaimedBalancePaid(kit, { adminId: actor.id, username, currencyCode, amount, reference });
        return { left: await listUnclaimedBalances(kit.db) };
      },
    }),
    route({
      call: 'GET /admin/payouts/holds',
      who: 'admin',
      limit: readLimit,
      handle: async () => ({ holds: await listHolds(kit.db) }),
    }),
    route({
      call: 'POST /admin/payouts/hold',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await holdPayouts(kit, { adminId: actor.id, ...body });
        return {};
      },
    }),
    route({
      call: 'POST /admin/payouts/release',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await releasePayouts(kit, { adminId: actor.id, ...body });
        return {};
      },
    }),
    route({
      call: 'GET /admin/payouts/sepa',
      who: 'admin',
      limit: readLimit,
      handle: () => showSepaFiles(kit),
    }),
    route({
      call: 'POST /admin/payouts/sepa',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor }) => {
        const file_uuid = await makeSepaFile(kit, actor.id);
        return { ...(await showSepaFiles(kit)), file_uuid };
      },
    }),
    route({
      call: 'GET /admin/payouts/sepa/:uuid',
      who: 'admin',
      limit: readLimit,
      handle: ({ actor, params }) => readSepaFile(kit, actor.id, params.uuid),
    }),
    route({
      call: 'POST /admin/payouts/sepa/mark',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await markSepaLines(kit, actor.id, body);
        return showSepaFiles(kit);
      },
    }),
  ];
}
