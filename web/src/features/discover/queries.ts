import type { QueryOf } from '@frontrow/contract/api.ts';
import { days } from '@frontrow/core/kernel/instant.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { pollEvery } from '#web/shared/api/poll.ts';
import { minuteNow } from './filters.ts';

const railEvents = 12;
/** Cards of one page of the grid: full rows at one to four columns. */
export const gridEvents = 12;
const hostsShown = 8;
/** Viewers and seats in rails are loaded again this often while the page is visible. */
const liveRefreshMs = 30_000;

const rail = (name: string, query: QueryOf<'GET /events'>) =>
  queryOptions({
    queryKey: ['events', 'rail', name],
    queryFn: async ({ signal }) =>
      (await call('GET /events', { query: { ...query, limit: railEvents }, signal })).events,
    refetchInterval: pollEvery(liveRefreshMs),
  });

export const liveQuery = rail('live', { live_now: 'true' });
export const freeQuery = rail('free', { free: 'true' });
export const weekQuery = (now: number) => rail('week', { from: minuteNow(now), to: minuteNow(now) + days(7) });

export const hostsQuery = queryOptions({
  queryKey: ['hosts', 'new'],
  queryFn: async ({ signal }) => (await call('GET /hosts', { query: { limit: hostsShown }, signal })).hosts,
});

/** A page of events, soonest first. */
export const pageQuery = (query: QueryOf<'GET /events'>, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['events', 'page', query, cursor ?? null],
    queryFn: ({ signal }) =>
      call('GET /events', {
        query: { ...query, limit: gridEvents, ...(cursor === undefined ? {} : { cursor }) },
        signal,
      }),
  });
