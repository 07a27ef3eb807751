import type { Sql } from '../../db/db.ts';
import type { Feature } from '../../feature.ts';
import { readLimit } from '../../http/limits/limits.ts';
import { route } from '../../http/routes/route.ts';
import type { Events } from '../events/index.ts';
import { readHostHome } from './home.ts';
import { readResults } from './results.ts';

/** The host's area: what is next, what needs attention, and how an event went. */
export const hostingFeature = (uses: { readonly db: Sql; readonly events: Events }): { feature: Feature } => ({
  feature: {
    name: 'hosting',
    routes: [
      route({
        call: 'GET /host/home',
        who: 'host',
        limit: readLimit,
        handle: ({ actor }) => readHostHome(uses, actor.id),
      }),
      route({
        call: 'GET /host/events/:id/results',
        who: 'host',
        limit: readLimit,
        keys: ['read_orders'],
        handle: ({ actor, params }) => readResults(uses, actor.id, params.id),
      }),
    ],
  },
});
