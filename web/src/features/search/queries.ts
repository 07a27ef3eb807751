import type { AnswerOf, QueryOf } from '@frontrow/contract/api.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { eventsQueryOf, minuteNow } from '#web/features/discover/index.ts';
import { call } from '#web/shared/api/call.ts';
import type { SearchAddress } from './search-address.ts';

export type SearchAnswer = AnswerOf<'GET /search'>;

const eventsShown = 12;
const pastShown = 6;

/** The request for an address; to be sent once its filters `canBeAsked`. */
export const questionOf = (
  { text, tag, filters }: SearchAddress,
  catalog: Parameters<typeof eventsQueryOf>[1],
  now: number,
): QueryOf<'GET /search'> => ({
  ...eventsQueryOf(filters, catalog, minuteNow(now)),
  ...(text.trim() !== '' && { q: text.trim() }),
  ...(tag !== null && { tag }),
});

/** The same request for past events. */
export const pastOf = (query: QueryOf<'GET /search'>): QueryOf<'GET /search'> => ({ ...query, past: 'true' });

/** Results of a search by pages. Typing on cancels the request; the last results stay until the next arrive. */
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

/** Suggestions for an empty search. */
export const startQuery = queryOptions({
  queryKey: ['search', 'start'],
  queryFn: async ({ signal }) => (await call('GET /search', { signal })).suggestions,
});
