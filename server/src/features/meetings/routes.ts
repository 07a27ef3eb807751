import { hours } from '@frontrow/core/kernel/instant.ts';
import { requestsPageMax } from '@frontrow/core/meetings/limits.ts';
import { type RateLimit, purchaseLimit, readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import type { MeetingsDeps } from './meetings-deps.ts';
import { changeOffer, readOffer } from './offering.ts';
import { holdMeeting, purchaseMeeting } from './purchase.ts';
import { seeRequests, unreadRequests } from './records.ts';
import {
  acceptRequest,
  agreeToRequest,
  blockViewer,
  cancelRequest,
  createRequest,
  modifyRequest,
  rejectRequest,
} from './requests.ts';
import { listSlots } from './slots.ts';
import { readRequests } from './views.ts';

/** A question and a proposal reach someone by mail: some tries, and no flood. */
const askLimit: RateLimit = { max: 20, windowMs: hours(1) };

export function requestRoutes(deps: MeetingsDeps): AnyRoute[] {
  const { db } = deps;
  return [
    route({
      call: 'GET /private_requests',
      who: 'account',
      limit: readLimit,
      async handle({ actor, query: { side, cursor, request_uuid: id } }) {
        const [us, last] = cursor?.split('_') ?? [];
        const after = us !== undefined && last !== undefined ? { us: Number(us), id: last } : undefined;
        const { requests, next } = await readRequests(
          db,
          { side, accountId: actor.id, ...(after && { after }), ...(id && { id }) },
          requestsPageMax,
        );
        return { requests, next_cursor: next ? `${next.us}_${next.id}` : null };
      },
    }),
    route({
      call: 'GET /private_requests/unread',
      who: 'account',
      limit: readLimit,
      handle: ({ actor }) => unreadRequests(db, actor.id),
    }),
    route({
      call: 'POST /private_requests/seen',
      who: 'account',
      limit: writeLimit,
      handle: ({ actor, body }) =>
        seeRequests(db, actor.id, {
          side: body.side,
          id: body.request_uuid ?? undefined,
          changedAt: body.changed_at ?? undefined,
        }),
    }),
    route({
      call: 'POST /private_requests/create',
      who: 'account',
      limit: askLimit,
      handle: async ({ actor, body }) => ({
        request: await createRequest(deps, actor, {
          username: body.username,
          startsAt: body.starts_at,
          minutes: body.minutes,
          message: body.message ?? undefined,
        }),
      }),
    }),
    route({
      call: 'POST /private_requests/accept',
      who: 'account',
      limit: writeLimit,
      handle: async ({ actor, body }) => ({ request: await acceptRequest(deps, actor, body.request_uuid) }),
    }),
    route({
      call: 'POST /private_requests/reject',
      who: 'account',
      limit: writeLimit,
      handle: async ({ actor, body }) => ({
        request: await rejectRequest(deps, actor, body.request_uuid, body.reason),
      }),
    }),
    route({
      call: 'POST /private_requests/modify',
      who: 'account',
      limit: askLimit,
      handle: async ({ actor, body }) => ({
        request: await modifyRequest(deps, actor, body.request_uuid, {
          startsAt: body.starts_at ?? undefined,
          minutes: body.minutes ?? undefined,
          price: body.price ?? undefined,
          message: body.message,
        }),
      }),
    }),
    route({
      call: 'POST /private_requests/agree',
      who: 'account',
      limit: writeLimit,
      handle: async ({ actor, body }) => ({
        request: await agreeToRequest(deps, actor, body.request_uuid, body.changed_at ?? undefined),
      }),
    }),
    route({
      call: 'POST /private_requests/cancel',
      who: 'account',
      limit: writeLimit,
      handle: async ({ actor, body }) => ({
        request: await cancelRequest(deps, actor, body.request_uuid, {
          message: body.message ?? undefined,
          refundPromised: body.refund ?? false,
        }),
      }),
    }),
    route({
      call: 'POST /private_requests/block',
      who: 'account',
      limit: writeLimit,
      async handle({ actor, body }) {
        await blockViewer(deps, actor, body.request_uuid, body.blocked);
        return { blocked: body.blocked };
      },
    }),
  ];
}

/** What hosts offer, and which of it is free. */
export function hoursRoutes({ db }: Pick<Kit, 'db'>): AnyRoute[] {
  return [
    route({
      call: 'GET /private_meetings/settings',
      who: 'host',
      limit: readLimit,
      handle: ({ actor }) => readOffer(db, actor.id),
    }),
    route({
      call: 'POST /private_meetings/settings',
      who: 'host',
      limit: writeLimit,
      handle: ({ actor, body }) => changeOffer(db, actor.id, body),
    }),
    route({
      call: 'GET /hosts/:username/slots',
      who: 'anyone',
      limit: readLimit,
      handle: ({ actor, params: { username }, query: { from, to } }) =>
        listSlots(db, { username, viewerId: actor.kind === 'anonymous' ? undefined : actor.id, from, to }),
    }),
  ];
}

export const purchaseRoutes = (deps: MeetingsDeps): AnyRoute[] => [
  route({
    call: 'POST /private_requests/purchase',
    who: 'account',
    limit: purchaseLimit,
    handle: ({ actor, body, idempotencyKey: key, ...asked }) => purchaseMeeting(deps, actor, { body, key, asked }),
  }),
  route({
    call: 'POST /private_requests/hold',
    who: 'account',
    limit: purchaseLimit,
    handle: ({ actor, body, ...asked }) => holdMeeting(deps, actor, body.request_uuid, asked),
  }),
];
