import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** One more than is shown, because the event itself may be among them. */
const likeMax = 5;

/** Other events of a category, or of all where the event has none. */
export const likeQuery = (category: number | null) =>
  queryOptions({
    queryKey: ['events', 'like', category],
    queryFn: () => call('GET /events', { query: { ...(category === null ? {} : { category }), limit: likeMax } }),
  });
