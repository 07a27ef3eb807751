import { podcastPath } from '@frontrow/contract/feeds/paths.ts';
import type { WirePodcast } from '@frontrow/contract/hosts/api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Feature } from '../../feature.ts';
import { matchesTag, strongTag } from '../../http/entity-tag.ts';
import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import type { Broadcast } from '../broadcast/index.ts';
import type { Hosts } from '../hosts/index.ts';
import type { Ticketing } from '../ticketing/index.ts';
import { accountOfSecret, calendarUrl, removeCalendarUrl, rotateCalendarUrl } from './calendar-links.ts';
import { type FeedHost, hostCalendar, ticketsCalendar } from './calendars.ts';
import { type PodcastHost, podcastRss } from './podcast.ts';
import { createPodcastCovers } from './podcast-cover.ts';
import { hostRss } from './rss.ts';

interface FeedsDeps extends Kit {
  readonly broadcast: Pick<Broadcast, 'podcast'>;
  readonly hosts: Pick<Hosts, 'findHost' | 'setPodcast'>;
  readonly ticketing: Pick<Ticketing, 'ticketCalendar'>;
}

/** Calendars, RSS and podcasts that other programs subscribe to. */
export function feedsFeature(
  kit: Kit,
  features: Pick<FeedsDeps, 'broadcast' | 'hosts' | 'ticketing'>,
): { feature: Feature } {
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
  route({
    call: 'GET /host/podcast',
    who: 'host',
    limit: readLimit,
    handle: ({ actor }) => readPodcast(deps, actor.id),
  }),
  route({
    call: 'POST /host/podcast',
    who: 'host',
    limit: writeLimit,
    async handle({ actor, body }) {
      await deps.hosts.setPodcast(actor.id, body);
      return readPodcast(deps, actor.id);
    },
  }),
];

interface SettingsRow {
  username: string;
  podcast: boolean;
  podcast_explicit: boolean;
}

/** A host's podcast as its own page of settings shows it. */
async function readPodcast({ broadcast, config, db }: FeedsDeps, hostId: number): Promise<WirePodcast> {
  const row = await db.one<SettingsRow>('SELECT username, podcast, podcast_explicit FROM app_user WHERE id = $1', [
    hostId,
  ]);
  if (!row) throw refuse('user_not_found');
  const episodes = await broadcast.podcast.ownEpisodes(db, hostId);
  return {
    enabled: row.podcast,
    explicit: row.podcast_explicit,
    available: broadcast.podcast.isAvailable(),
    url: config.publicUrl + podcastPath(row.username),
    episodes: episodes.map((episode) => ({
      event_uuid: episode.id,
      title: episode.title,
      recorded_at: episode.recorded_at.getTime(),
      state: episode.status ?? 'queued',
      progress: episode.progress ?? 0,
      problem: episode.problem,
      length_ms: episode.length_ms,
    })),
  };
}

const calendarType = 'text/calendar; charset=utf-8';
const rssType = 'application/rss+xml; charset=utf-8';
const keptSeconds = 300;
/** A day. */
const coverKeptSeconds = 86_400;

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
    const podcastHost = async (username: string): Promise<PodcastHost> => {
      const host = await deps.hosts.findHost(db, username);
      if (!host?.podcast) throw refuse('podcast_not_found');
      const row = await db.one<{ avatar_key: string | null }>('SELECT avatar_key FROM app_user WHERE id = $1', [
        host.id,
      ]);
      return { ...host, avatar_key: row?.avatar_key ?? null };
    };
    app.get<{ Params: { username: string } }>('/hosts/:username/podcast.xml', options, async (request, reply) => {
      const host = await podcastHost(request.params.username);
      const text = podcastRss(deps, host, await deps.broadcast.podcast.episodes(db, host.id));
      // Apps on other websites read it in the browser.
      void reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
      return sendFeed(request, reply, { text, type: rssType, cache: forEveryone });
    });
    const coverOf = createPodcastCovers(deps);
    app.get<{ Params: { username: string; version: string } }>(
      '/hosts/:username/podcast-:version([0-9a-f]+).jpg',
      options,
      async (request, reply) => {
        const picture = await coverOf(await podcastHost(request.params.username));
        return reply
          .header('cross-origin-resource-policy', 'cross-origin')
          .header('access-control-allow-origin', '*')
          .header('cache-control', `public, max-age=${coverKeptSeconds}`)
          .type('image/jpeg')
          .send(picture);
      },
    );
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
  const etag = strongTag(text);
  void reply.header('etag', etag).header('cache-control', cache);
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type(type).send(text);
}
