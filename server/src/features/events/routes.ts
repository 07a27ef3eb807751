import { api, type CallName } from '@frontrow/contract/api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { once } from '../../db/once.ts';
import { multipartFieldBytesMax, readLimit, writeLimit } from '../../http/limits.ts';
import { type AnyRoute, type Call, type Policy, route, type Verbatim } from '../../http/route.ts';
import type { Kit } from '../../kit.ts';
import { cancelEvent } from './cancel-event.ts';
import type { EventPages, PreparedPage } from './event-pages.ts';
import { listEvents, listOwnEvents } from './list-events.ts';
import { listHosts } from './list-hosts.ts';
import type { MoveEvent } from './move-event.ts';
import { privatePanel } from './private-panel.ts';
import type { PreparedLists } from './prepared-lists.ts';
import { publishEvent, type PublishUses } from './publish-event.ts';

export interface EventsUses extends Kit, PublishUses {
  readonly pages: EventPages;
  readonly lists: PreparedLists;
  readonly move: MoveEvent;
}

const sameTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');

/** The bytes, or 304 to whoever has them already. */
function answerWith(
  { header, answerHeader }: Pick<Call<CallName, Policy>, 'header' | 'answerHeader'>,
  page: PreparedPage,
): Verbatim {
  answerHeader('etag', page.etag);
  answerHeader('cache-control', 'no-cache');
  if (sameTag(header('if-none-match'), page.etag)) return { verbatim: true, status: 304, body: undefined };
  answerHeader('content-type', 'application/json; charset=utf-8');
  answerHeader('content-length', String(page.body.length));
  return { verbatim: true, status: 200, body: page.body };
}

export function eventsRoutes(uses: EventsUses): AnyRoute[] {
  const { db, pages, lists } = uses;
  return [
    route({
      call: 'GET /events',
      who: 'anyone',
      limit: readLimit,
      async handle({ query, ...call }) {
        const filters = {
          liveNow: query.live_now ?? false,
          past: query.past ?? false,
          free: query.free ?? false,
          priceMax: query.price_max,
          from: query.from,
          to: query.to,
          lang: query.lang,
          category: query.category,
          tag: query.tag,
          host: query.host,
        };
        const place = { cursor: query.cursor, limit: query.limit };
        const key = JSON.stringify([filters, place]);
        return answerWith(
          call,
          await lists.list(key, api['GET /events'].answer, () => listEvents(uses, filters, place)),
        );
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
      handle: async ({ query }) => ({ hosts: await listHosts(db, query.limit) }),
    }),
    route({
      call: 'GET /events/:id',
      who: 'anyone',
      limit: readLimit,
      async handle({ params, ...call }) {
        const page = await pages.page(params.id);
        if (!page) throw refuse('event_not_found');
        return answerWith(call, page);
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
      bodyBytesMax: 2 * multipartFieldBytesMax,
      async handle({ actor, body, idempotencyKey }) {
        const answer = await once(db, { scope: `publish:u:${actor.id}`, key: idempotencyKey, body }, async () => ({
          event: await publishEvent(uses, actor, body),
        }));
        lists.expire();
        return answer;
      },
    }),
    route({
      call: 'POST /events/cancel',
      who: 'host',
      limit: writeLimit,
      handle: async ({ actor, body }) => ({ event: await cancelEvent(uses, actor, body.event_uuid) }),
    }),
  ];
}
