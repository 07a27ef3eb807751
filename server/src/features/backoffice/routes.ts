import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { BackofficeDeps } from './backoffice-deps.ts';
import { cancelByAdmin, listAdminEvents, republishByAdmin, unpublishByAdmin, readEvent } from './events.ts';
import { placeOf } from './cursor.ts';
import { decideDispute, listAdminDisputes } from './disputes.ts';
import { listAdminDeliveries, retryDelivery, listAdminWebhooks, retryWebhook } from './given-up.ts';
import { markRefundPaidManually, retryRefund, listAdminRefunds } from './refunds.ts';
import { listAdminOrders, refundOrder, resendDocument } from './orders.ts';
import { listFailedJobs, readOverview } from './overview.ts';
import { readOrder } from './order-detail.ts';
import { endSessions, restorePerson, suspendPerson } from './suspend-person.ts';

export function backofficeRoutes(deps: BackofficeDeps): AnyRoute[] {
  const { db } = deps;
  return [
    ...webhookRoutes(deps),
    ...deliveryRoutes(deps),
    ...overviewRoutes(deps),
    ...moderationRoutes(deps),
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
        await cancelByAdmin(deps, { adminId: actor.id, eventUuid: body.event_uuid, reason: body.reason });
        return {};
      },
    }),
    route({
      call: 'GET /admin/orders',
      who: 'admin',
      limit: readLimit,
      handle: async ({ query }) => {
        const { q, state, sort, cursor, event_uuid: eventUuid } = query;
        const { orders, next } = await listAdminOrders(db, { q, state, sort, cursor, eventUuid });
        return { orders, next_cursor: next };
      },
    }),
    route({
      call: 'GET /admin/orders/:order',
      who: 'admin',
      limit: readLimit,
      handle: ({ params }) => readOrder(db, params.order),
    }),
    route({
      call: 'POST /admin/orders/refund',
      who: 'admin',
      limit: writeLimit,
      handle: ({ actor, body, idempotencyKey }) =>
        deps.idempotency.run({ scope: `refund:u:${actor.id}`, key: idempotencyKey, body }, async ({ resultId }) => {
          await refundOrder(deps, { adminId: actor.id, orderId: body.order_uuid, attempt: resultId, ...body });
          return {};
        }),
    }),
    route({
      call: 'POST /admin/orders/resend',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await resendDocument(deps, { adminId: actor.id, orderId: body.order_uuid, document: body.document });
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
    route({
      call: 'POST /admin/refunds/retry',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await retryRefund(deps, { adminId: actor.id, refundId: body.refund_uuid });
        return {};
      },
    }),
    route({
      call: 'POST /admin/refunds/paid_otherwise',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await markRefundPaidManually(deps, {
          adminId: actor.id,
          refundId: body.refund_uuid,
          reference: body.reference,
        });
        return {};
      },
    }),
    route({
      call: 'GET /admin/disputes',
      who: 'admin',
      limit: readLimit,
      handle: async ({ query }) => {
        const { disputes, next } = await listAdminDisputes(deps, { state: query.state, place: placeOf(query.cursor) });
        return { disputes, next_cursor: next };
      },
    }),
    route({
      call: 'POST /admin/disputes/decide',
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await decideDispute(deps, { adminId: actor.id, disputeId: body.dispute_uuid, decision: body.decision });
        return {};
      },
    }),
  ];
}

const webhookRoutes = (deps: BackofficeDeps): AnyRoute[] => [
  route({
    call: 'GET /admin/webhooks',
    who: 'admin',
    limit: readLimit,
    handle: async ({ query }) => {
      const { webhooks, next } = await listAdminWebhooks(deps.db, { state: query.state, cursor: query.cursor });
      return { webhooks, next_cursor: next };
    },
  }),
  route({
    call: 'POST /admin/webhooks/retry',
    who: 'admin',
    limit: writeLimit,
    handle: async ({ actor, body }) => {
      await retryWebhook(deps, { adminId: actor.id, provider: body.payment_provider, id: body.webhook_id });
      return {};
    },
  }),
];

const deliveryRoutes = (deps: BackofficeDeps): AnyRoute[] => [
  route({
    call: 'GET /admin/deliveries',
    who: 'admin',
    limit: readLimit,
    handle: async ({ query }) => {
      const { deliveries, next } = await listAdminDeliveries(deps.db, { state: query.state, cursor: query.cursor });
      return { deliveries, next_cursor: next };
    },
  }),
  route({
    call: 'POST /admin/deliveries/retry',
    who: 'admin',
    limit: writeLimit,
    handle: async ({ actor, body }) => {
      await retryDelivery(deps, { adminId: actor.id, factId: body.fact_id, handler: body.delivery_handler });
      return {};
    },
  }),
];

const overviewRoutes = ({ db, parts }: BackofficeDeps): AnyRoute[] => [
  route({ call: 'GET /admin/overview', who: 'admin', limit: readLimit, handle: () => readOverview(db, parts) }),
  route({
    call: 'GET /admin/jobs',
    who: 'admin',
    limit: readLimit,
    handle: async () => ({ jobs: await listFailedJobs(db) }),
  }),
];

function moderationRoutes(deps: BackofficeDeps): AnyRoute[] {
  const people = [
    ['POST /admin/users/suspend', suspendPerson],
    ['POST /admin/users/restore', restorePerson],
    ['POST /admin/users/end_sessions', endSessions],
  ] as const;
  const events = [
    ['POST /admin/events/unpublish', unpublishByAdmin],
    ['POST /admin/events/republish', republishByAdmin],
  ] as const;
  return [
    route({
      call: 'GET /admin/events/:id',
      who: 'admin',
      limit: readLimit,
      handle: ({ params }) => readEvent(deps, params.id),
    }),
    ...people.map(([call, act]) =>
      route({
        call,
        who: 'admin',
        limit: writeLimit,
        handle: async ({ actor, body }) => {
          await act(deps, { adminId: actor.id, userId: body.user_ide, reason: body.reason });
          return {};
        },
      }),
    ),
    ...events.map(([call, act]) =>
      route({
        call,
        who: 'admin',
        limit: writeLimit,
        handle: async ({ actor, body }) => {
          await act(deps, { adminId: actor.id, eventUuid: body.event_uuid, reason: body.reason });
          return {};
        },
      }),
    ),
  ];
}
