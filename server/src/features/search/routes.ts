import { searchLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import { filtersOf } from '../events/index.ts';
import { search, type SearchUses } from './search.ts';

export const searchRoutes = (uses: SearchUses): AnyRoute[] => [
  route({
    call: 'GET /search',
    who: 'anyone',
    limit: searchLimit,
    handle: ({ query }) =>
      search(uses, {
        text: query.q ?? '',
        filters: filtersOf(query),
        cursor: query.cursor,
        limit: query.limit,
      }),
  }),
];
