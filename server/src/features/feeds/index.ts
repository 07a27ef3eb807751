import { createHash } from 'node:crypto';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Feature } from '../../feature.ts';
import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import type { Hosts } from '../hosts/index.ts';
import type { Ticketing } from '../ticketing/index.ts';
import { accountOfSecret, calendarUrl, removeCalendarUrl, rotateCalendarUrl } from './calendar-links.ts';
import { type FeedHost, hostCalendar, ticketsCalendar } from './calendars.ts';
import { hostRss } from './rss.ts';

interface FeedsDeps extends Kit {
  readonly hosts: Pick<Hosts, 'findHost'>;
  readonly ticketing: Pick<Ticketing, 'ticketCalendar'>;
}

/** Calendars and RSS that other programs subscribe to. */
export function feedsFeature(kit: Kit, features: Pick<FeedsDeps, 'hosts' | 'ticketing'>): { feature: Feature } {
  const deps = { ...kit, ...features };
  return { feature: { name: 'feeds', routes: feedsRoutes(deps), plugin: feedFiles(deps) } };
}

const feedsRoutes = (deps: FeedsDeps): AnyRoute[] => [
  route({
    call: 'GET /user/calendar_feed',
    who: 'account',
    limit: readLimit,
    handle: async ({ actor }) => ({ calendar_url: (await calendarUrl(deps, actor.id)) ?? null }),
  }),
  route({
    call: 'POST /user/calendar_feed',
    who: 'account',
    limit: writeLimit,
    handle: async ({ actor }) => ({ calendar_url: await rotateCalendarUrl(deps, actor.id) }),
  }),
  route({
    call: 'POST /user/calendar_feed/remove',
    who: 'account',
    limit: writeLimit,
    async handle({ actor }) {
      await removeCalendarUrl(deps.db, actor.id);
      return { calendar_url: null };
    },
  }),
];

const calendarType = 'text/calendar; charset=utf-8';
const rssType = 'application/rss+xml; charset=utf-8';
const keptSeconds = 300;

const feedFiles =
  (deps: FeedsDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    const { db } = deps;
    const limit = app.limit(readLimit, 'feeds');
    const options = { schema: { hide: true }, onRequest: async (request: FastifyRequest) => limit(request) };
    const hostOf = async (username: string): Promise<FeedHost> => {
      const host = await deps.hosts.findHost(db, username);
      if (!host) throw refuse('user_not_found');
      return host;
    };
    const forEveryone = `public, max-age=${keptSeconds}`;

    app.get<{ Params: { username: string } }>('/hosts/:username/calendar.ics', options, async (request, reply) => {
      const text = await hostCalendar(deps, db, await hostOf(request.params.username));
      return sendFeed(request, reply, { text, type: calendarType, cache: forEveryone });
    });
    app.get<{ Params: { username: string } }>('/hosts/:username/feed.xml', options, async (request, reply) => {
      const text = await hostRss(deps, db, await hostOf(request.params.username));
      return sendFeed(request, reply, { text, type: rssType, cache: forEveryone });
    });
    app.get<{ Params: { secret: string } }>('/calendar/:secret([\\w-]+).ics', options, async (request, reply) => {
      const accountId = await accountOfSecret(db, request.params.secret);
      if (accountId === undefined) throw refuse('calendar_feed_not_found');
      void reply.header('x-robots-tag', 'noindex');
      const text = await ticketsCalendar(deps, accountId);
      return sendFeed(request, reply, { text, type: calendarType, cache: 'private, no-cache' });
    });
  };

/** A feed that did not change is answered with 304: its readers ask every hour, for years. */
function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, type, cache }: { readonly text: string; readonly type: string; readonly cache: string },
): FastifyReply {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  void reply.header('etag', etag).header('cache-control', cache);
  if (request.headers['if-none-match']?.split(/\s*,\s*/).some((given) => given.replace(/^W\//, '') === etag))
    return reply.status(304).send();
  return reply.type(type).send(text);
}
