import { movementsPageSize } from '@frontrow/core/balance/limits.ts';
import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import { balanceEvents, balancesOf } from './balances.ts';
import { exportMovements, movementsOf } from './movements.ts';
import { closeDifference, listComparisons, listDifferences } from './reconciliation/differences.ts';
import type { ReconciliationDeps } from './reconciliation/recorded-money.ts';

export const balanceRoutes = ({ db }: Pick<Kit, 'db'>): AnyRoute[] => [
  route({
    call: 'GET /balance',
    who: 'host',
    limit: readLimit,
    handle: async ({ actor, query }) => {
      const [currencies, movements] = await Promise.all([
        balancesOf(db, actor.id),
        movementsOf(db, {
          hostId: actor.id,
          eventUuid: query.event_uuid,
          group: query.group,
          before: query.cursor === undefined ? undefined : Number(query.cursor),
          limit: movementsPageSize + 1,
        }),
      ]);
      const shown = movements.slice(0, movementsPageSize);
      const last = movements.length > movementsPageSize ? shown.at(-1) : undefined;
      return { currencies, movements: shown, next_cursor: last ? String(last.movement_ide) : null };
    },
  }),
  route({
    call: 'GET /balance/events',
    who: 'host',
    limit: readLimit,
    handle: async ({ actor, query }) => {
      const asked = { hostId: actor.id, pendingOnly: query.scope === 'pending', cursor: query.cursor };
      const { events, next } = await balanceEvents(db, asked);
      return { events, next_cursor: next };
    },
  }),
  route({
    call: 'GET /balance/export',
    who: 'host',
    limit: writeLimit,
    handle: ({ actor, query }) =>
      exportMovements(db, { hostId: actor.id, eventUuid: query.event_uuid, group: query.group }),
  }),
];

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
