import type { Fact } from '../../facts/record-fact.ts';

/** What was said of a host changed; `changeId` is one per change. */
export const reviewsChanged = (hostId: number, changeId: string): Fact => ({
  topic: 'ReviewsChanged',
  dedupeKey: `reviews:${changeId}`,
  payload: { hostId },
});
