import type { Feature } from '../../feature.ts';
import { wroteJustNow } from '../../http/callers/authenticate.ts';
import { searchLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import { type Events, filtersOf } from '../events/index.ts';
import { search, type SearchDeps } from './search.ts';

const searchRoutes = (deps: SearchDeps & Pick<Kit, 'listReader'>): AnyRoute[] => [
  route({
    call: 'GET /search',
    who: 'anyone',
    limit: searchLimit,
    handle: ({ query, header }) =>
      deps.listReader.read(wroteJustNow(header), (db) =>
        search(
          { ...deps, db },
          { text: query.q ?? '', filters: filtersOf(query), cursor: query.cursor, limit: query.limit },
        ),
      ),
  }),
];

/** Finding events, tags and hosts by words. No one else needs it. */
export const searchFeature = (kit: Kit, { events }: { events: Events }): { readonly feature: Feature } => ({
  feature: { name: 'search', routes: searchRoutes({ ...kit, events }) },
});
