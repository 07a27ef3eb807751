import { readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import { closeDifference, listComparisons, listDifferences } from './differences.ts';
import type { ReconciliationDeps } from './recorded-money.ts';

export const reconciliationRoutes = (kit: Pick<ReconciliationDeps, 'accounts' | 'db'>): AnyRoute[] => [
  route({
    call: 'GET /admin/reconciliation',
    who: 'admin',
    limit: readLimit,
    handle: async ({ query }) => {
      const [{ differences, next }, comparisons] = await Promise.all([
        listDifferences(kit.db, { isOpen: query.state !== 'resolved', cursor: query.cursor }),
        listComparisons(kit.db),
      ]);
      return { differences, comparisons, next_cursor: next };
    },
  }),
  route({
    call: 'POST /admin/reconciliation/close',
    who: 'admin',
    limit: writeLimit,
    handle: async ({ actor, body }) => {
      await closeDifference(kit, { adminId: actor.id, differenceId: body.difference_uuid, reason: body.reason });
      return {};
    },
  }),
];
