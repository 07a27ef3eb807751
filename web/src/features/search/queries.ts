import type { AnswerOf, QueryOf } from '@frontrow/contract/api.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { eventsQueryOf, minuteNow } from '#web/features/discover/index.ts';
import { call } from '#web/shared/api/call.ts';
import type { SearchAddress } from './search-address.ts';

export type SearchAnswer = AnswerOf<'GET /search'>;

const eventsShown = 12;
const pastShown = 6;

/** What an address asks for. Ids of languages and categories come with the catalog: until then its filters are left out. */
export const questionOf = (
  { text, tag, filters }: SearchAddress,
  catalog: Parameters<typeof eventsQueryOf>[1] | undefined,
  now: number,
): QueryOf<'GET /search'> => ({
  ...(catalog && eventsQueryOf(filters, catalog, minuteNow(now))),
  ...(text.trim() !== '' && { q: text.trim() }),
  ...(tag !== null && { tag }),
});

/** What is over, beside what is asked for. */
export const pastOf = (query: QueryOf<'GET /search'>): QueryOf<'GET /search'> => ({ ...query, past: 'true' });

/** Results of a search, a page at a time. A search that is typed over is cancelled; the last results stay until the next come. */
export const searchQuery = (query: QueryOf<'GET /search'>) =>
  infiniteQueryOptions({
    queryKey: ['search', query],
    queryFn: ({ pageParam, signal }) =>
      call('GET /search', {
        query: {
          ...query,
          limit: query.past ? pastShown : eventsShown,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
  });

/** Where to begin. */
export const startQuery = queryOptions({
  queryKey: ['search', 'start'],
  queryFn: async ({ signal }) => (await call('GET /search', { signal })).suggestions,
});
