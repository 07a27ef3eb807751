import type { QueryClient } from '@tanstack/react-query';

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
