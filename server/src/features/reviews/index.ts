import type { WireReviewList } from '@frontrow/contract/reviews/api.ts';
import type { Sql } from '../../db/db.ts';
import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import type { Ticketing } from '../ticketing/index.ts';
import { reviewsFacts } from './facts.ts';
import { listReviews } from './reviews.ts';
import { reviewsRoutes } from './routes.ts';

export { rankHost } from './reviews.ts';

/** What other features may call. */
export interface Reviews {
  readonly feature: Feature;
  /** The first page of what people say of a host. */
  ofHost(sql: Sql, hostId: number): Promise<WireReviewList>;
}

/** What people say of events, and the score of their hosts. */
export function reviewsFeature(kit: Kit, deps: { accounts: Accounts; events: Events; ticketing: Ticketing }): Reviews {
  return {
    feature: { name: 'reviews', routes: reviewsRoutes({ ...kit, ...deps }), facts: reviewsFacts({ ...kit, ...deps }) },
    ofHost: (sql, hostId) => listReviews(sql, { hostId }, undefined),
  };
}
