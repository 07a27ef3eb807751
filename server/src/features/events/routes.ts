import { api } from '@frontrow/contract/api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { eventPollLimit, eventFormBytesMax, readLimit, writeLimit } from '../../http/limits/limits.ts';
import { wroteJustNow } from '../../http/callers/own-writes.ts';
import type { PreparedLists } from '../../http/routes/prepared-lists.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import { cancelEvent } from './cancel-event.ts';
import { filtersOf } from './event-filters.ts';
import { changeEvent } from './change-event.ts';
import { ownEventDraft } from './event-draft-of.ts';
import type { EventPages } from './event-pages.ts';
import { listEvents, listOwnEvents } from './list-events.ts';
import { listHosts } from './list-hosts.ts';
import type { MoveEvent } from './move-event.ts';
import { privatePanel } from './private-panel.ts';
import { promoCodeRoutes } from './promo-codes/promo-code-routes.ts';
import { publishEvent, type PublishUses } from './publish-event.ts';
import { rescheduleEvent } from './reschedule-event.ts';
import { tokenRoutes } from './tokens/token-routes.ts';
import { videoRoutes, type VideoUses } from './video-routes.ts';

export interface EventsUses extends Kit, PublishUses, VideoUses {
  readonly pages: EventPages;
  readonly lists: PreparedLists;
  readonly move: MoveEvent;
}

export function eventsRoutes(uses: EventsUses): AnyRoute[] {
  const { db, idempotency, pages, lists } = uses;
  return [
    route({
      call: 'GET /events',
      who: 'anyone',
      limit: readLimit,
      handle({ query, header }) {
        const filters = filtersOf(query);
        const place = { cursor: query.cursor, limit: query.limit };
        const wrote = wroteJustNow(header);
        const read = () => uses.listReader.read(wrote, (from) => listEvents({ ...uses, db: from }, filters, place));
        // Who wrote sees it: a kept answer may be from before.
        if (wrote) return read();
        return lists.list(JSON.stringify([filters, place]), api['GET /events'].answer, read);
      },
    }),
    route({
      call: 'GET /events/mine',
      who: 'host',
      limit: readLimit,
      handle: ({ actor, query }) => listOwnEvents(uses, actor.id, query.scope, query.cursor),
    }),
    route({
      call: 'GET /hosts',
      who: 'anyone',
      limit: readLimit,
      handle: async ({ query, header }) => ({
        hosts: await uses.listReader.read(wroteJustNow(header), (from) => listHosts(from, query.limit)),
      }),
    }),
    route({
      call: 'GET /events/:id',
      who: 'anyone',
      limit: eventPollLimit,
      staleTokenIgnored: true,
      prepared: ({ id }) => pages.ready(id),
      async handle({ params }) {
        const page = await pages.page(params.id);
        if (!page) throw refuse('event_not_found');
        return page;
      },
    }),
    route({
      call: 'GET /events/:id/private',
      who: 'host',
      limit: readLimit,
      handle: ({ actor, params }) => privatePanel(db, actor.id, params.id),
    }),
    route({
      call: 'POST /events/create',
      who: 'host',
      limit: writeLimit,
      bodyBytesMax: eventFormBytesMax,
      async handle({ actor, body, idempotencyKey }) {
        const answer = await idempotency.run(
          { scope: `publish:u:${actor.id}`, key: idempotencyKey, body },
          async (attempt) => ({
            event: await publishEvent(uses, actor, body, attempt),
          }),
        );
        lists.expire();
        return answer;
      },
    }),
    route({
      call: 'GET /events/:id/draft',
      who: 'host',
      limit: readLimit,
      handle: ({ actor, params }) => ownEventDraft(db, uses.storage, actor, params.id),
    }),
    route({
      call: 'POST /events/update',
      who: 'host',
      limit: writeLimit,
      bodyBytesMax: eventFormBytesMax,
      handle: async ({ actor, body }) => ({ event: await changeEvent(uses, actor, body) }),
    }),
    route({
      call: 'POST /events/reschedule',
      who: 'host',
      limit: writeLimit,
      handle: async ({ actor, body }) => ({
        event: await rescheduleEvent(uses, actor, body.event_uuid, {
          date: body.event_date,
          startHour: body.event_start_hour,
        }),
      }),
    }),
    route({
      call: 'POST /events/cancel',
      who: 'host',
      limit: writeLimit,
      handle: async ({ actor, body }) => ({ event: await cancelEvent(uses, actor, body.event_uuid) }),
    }),
    ...tokenRoutes(uses),
    ...promoCodeRoutes(uses),
    ...videoRoutes(uses),
  ];
}
