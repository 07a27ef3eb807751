import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { useSession } from '#web/shared/session/session.ts';

export const eventReviewsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['reviews', 'event', uuid],
    queryFn: ({ signal }) => call('GET /events/:id/reviews', { params: { id: uuid }, query: {}, signal }),
  });

export const hostReviewsQuery = (username: string) =>
  queryOptions({
    queryKey: ['reviews', 'host', username],
    queryFn: ({ signal }) => call('GET /hosts/:username/reviews', { params: { username }, query: {}, signal }),
  });

/** Whether the caller was at an event and has not said how it was. */
export function useMayReview(eventUuid: string, isOver: boolean): boolean {
  const known = useSession((session) => session.user !== null);
  const { data } = useQuery({
    queryKey: ['own-reviews'],
    queryFn: ({ signal }) => call('GET /user/reviews', { signal }),
    enabled: known && isOver,
  });
  return known && isOver && (data?.reviewable.includes(eventUuid) ?? false);
}

export const refreshMsMax = 3_000;
const shownBy = [['reviews'], ['own-reviews'], ['host'], ['admin', 'reviews']];

/**
 * What was said changed: everything that shows it is asked for again. Until that is here, but no longer than a
 * moment: without a network it comes once there is one.
 */
export const refreshReviews = (client: QueryClient): Promise<unknown> =>
  Promise.race([
    Promise.all(shownBy.map((queryKey) => client.invalidateQueries({ queryKey }))),
    new Promise((resolve) => setTimeout(resolve, refreshMsMax)),
  ]);
