import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';
import { call } from '#web/shared/api/call.ts';

/** Everything that shows requests. */
export const meetingsKey = ['meetings'] as const;

const requestsQuery = (side: MeetingSide) =>
  infiniteQueryOptions({
    queryKey: [...meetingsKey, 'list', side],
    queryFn: ({ pageParam, signal }) => call('GET /private_requests', { query: { side, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchOnWindowFocus: true,
  });

/** One request; null where the caller has none of this uuid. */
const requestQuery = (side: MeetingSide, uuid: string) =>
  queryOptions({
    queryKey: [...meetingsKey, 'one', side, uuid],
    queryFn: async ({ signal }) => {
      const { requests } = await call('GET /private_requests', { query: { side, request_uuid: uuid }, signal });
      return requests[0] ?? null;
    },
    refetchOnWindowFocus: true,
  });

export const useRequests = (side: MeetingSide) => useInfiniteQuery(requestsQuery(side));
export const useRequest = (side: MeetingSide, uuid: string) => useQuery(requestQuery(side, uuid));
