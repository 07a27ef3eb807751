import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';
import { call } from '#web/shared/api/call.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import { nextMoment } from './request-model.ts';

/** Asked again a little after the moment, as the clocks of page and server are not quite the same. */
const afterMs = 1_500;
/** Timers of browsers end there. */
const waitMsMax = 2 ** 31 - 1;

/** How long until time alone changes one of them. */
function untilNextMoment(requests: readonly WireRequest[]): number | false {
  const now = serverNow();
  const at = nextMoment(requests, now);
  return at !== undefined && Math.min(at - now + afterMs, waitMsMax);
}

/** Everything that shows requests. */
export const meetingsKey = ['meetings'] as const;

const requestsQuery = (side: MeetingSide) =>
  infiniteQueryOptions({
    queryKey: [...meetingsKey, 'list', side],
    queryFn: ({ pageParam, signal }) => call('GET /private_requests', { query: { side, cursor: pageParam }, signal }),
    ...byCursor,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => untilNextMoment(state.data?.pages.flatMap((page) => page.requests) ?? []),
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
    refetchInterval: ({ state }) => untilNextMoment(state.data ? [state.data] : []),
  });

export const useRequests = (side: MeetingSide) => useInfiniteQuery(requestsQuery(side));
export const useRequest = (side: MeetingSide, uuid: string) => useQuery(requestQuery(side, uuid));
