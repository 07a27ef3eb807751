import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import type { Ticketing } from '../ticketing/index.ts';
import { cancelForHost } from './cancel-for-host.ts';
import { placeOf } from './cursor.ts';
import { listAdminEvents } from './list-events.ts';
import { listAdminOrders } from './list-orders.ts';
import { listAdminRefunds } from './list-refunds.ts';
import { refundOrder } from './refund-order.ts';

export interface BackofficeUses extends Pick<Kit, 'db'> {
  readonly accounts: Pick<Accounts, 'recordAudit'>;
  readonly events: Pick<Events, 'lock' | 'move'>;
  readonly ticketing: Pick<Ticketing, 'takeBack'>;
}

export function backofficeRoutes(uses: BackofficeUses): AnyRoute[] {
  const { db } = uses;
  return [
    route({
      call: 'GET /admin/events',
      who: 'admin',
      limit: readLimit,
      handle: async ({ query }) => {
        const before = query.cursor === undefined ? undefined : Number(query.cursor.split('_')[0]);
        const { events, next } = await listAdminEvents(db, { q: query.q, state: query.state, before });
        return { events, next_cursor: next };
      },
    }),
    route({
      call: 'POST /admin/events/cancel',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await cancelForHost(uses, { adminId: actor.id, eventUuid: body.event_uuid, reason: body.reason });
        return {};
      },
    }),
    route({
      call: 'GET /admin/orders',
      who: 'admin',
      limit: readLimit,
      handle: async ({ query }) => {
        const asked = { q: query.q, state: query.state, place: placeOf(query.cursor) };
        const { orders, next } = await listAdminOrders(db, asked);
        return { orders, next_cursor: next };
      },
    }),
    route({
      call: 'POST /admin/orders/refund',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await refundOrder(uses, { adminId: actor.id, orderId: body.order_uuid, reason: body.reason });
        return {};
      },
    }),
    route({
      call: 'GET /admin/refunds',
      who: 'admin',
      limit: readLimit,
      handle: async ({ query }) => {
        const { refunds, next } = await listAdminRefunds(db, { state: query.state, place: placeOf(query.cursor) });
        return { refunds, next_cursor: next };
      },
    }),
  ];
}
