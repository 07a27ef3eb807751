import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** Asked for: one more than shown, as the event itself may be among them. */
const likeMax = 5;

/** Other events of a category; of any where there is none. */
export const likeQuery = (category: number | null) =>
  queryOptions({
    queryKey: ['events', 'like', category],
    queryFn: () => call('GET /events', { query: { ...(category === null ? {} : { category }), limit: likeMax } }),
  });
