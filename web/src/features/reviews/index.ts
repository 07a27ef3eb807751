/** What other features may use of reviews. */
export { HostReviews } from './HostReviews.tsx';
export { ReviewButton } from './ReviewButton.tsx';
export { useMayReview } from './queries.ts';
