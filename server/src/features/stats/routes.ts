import { readLimit, viewLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import type { Events } from '../events/index.ts';
import { listActivity, markSeen, unreadActivity } from './activity.ts';
import { readScope, statsEvents } from './event-stats.ts';
import { exportStats, readStats } from './report.ts';
import type { ViewCounter } from './views.ts';

export interface StatsRoutesDeps extends Pick<Kit, 'db'> {
  readonly events: Pick<Events, 'cards'>;
  readonly views: ViewCounter;
  readonly onNews: (hostId: number) => void;
}

export function statsRoutes(deps: StatsRoutesDeps): AnyRoute[] {
  const { db, views } = deps;
  return [
    route({
      call: 'POST /views',
      who: 'anyone',
      limit: viewLimit,
      staleTokenIgnored: true,
      async handle({ actor, body, address, header }) {
        views.count({
          page: body.event_uuid === undefined ? { username: body.username ?? '' } : { eventUuid: body.event_uuid },
          what: body.what,
          ref: body.ref,
          referrer: body.referrer,
          accountId: actor.kind === 'anonymous' ? undefined : actor.id,
          address,
          userAgent: header('user-agent') ?? '',
        });
        return {};
      },
    }),
    route({
      call: 'GET /stats',
      who: 'host',
      limit: readLimit,
      handle: ({ actor, query }) => readStats(deps, actor.id, query),
    }),
    route({
      call: 'GET /stats/events',
      who: 'host',
      limit: readLimit,
      handle: async ({ actor, query }) => statsEvents(deps, await readScope(db, actor.id, query), query.cursor),
    }),
    route({
      call: 'GET /stats/csv',
      who: 'host',
      limit: readLimit,
      handle: ({ actor, query }) => exportStats(deps, actor.id, query),
    }),
    route({
      call: 'GET /activity',
      who: 'host',
      limit: readLimit,
      handle: ({ actor, query }) => listActivity(db, actor.id, query.cursor),
    }),
    route({
      call: 'GET /activity/unread',
      who: 'host',
      limit: readLimit,
      handle: async ({ actor }) => ({ unread: await unreadActivity(db, actor.id) }),
    }),
    route({
      call: 'POST /activity/seen',
      who: 'host',
      limit: writeLimit,
      async handle({ actor, body }) {
        const unread = await markSeen(db, actor.id, body.until);
        // Other windows of the host take their mark away, too.
        deps.onNews(actor.id);
        return { unread };
      },
    }),
  ];
}
