import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import type { WireReview } from '@frontrow/contract/reviews/api.ts';

/** What somebody may do about a review. */
export type ReviewAct = 'delete' | 'report' | 'remove';

/** Authors delete theirs, app admins remove, everyone else with an account reports; the server decides again. */
export function reviewActs(
  review: Pick<WireReview, 'user'>,
  who: Pick<WireProfile, 'user_username' | 'user_is_admin'> | null,
): ReviewAct[] {
  if (!who) return [];
  if (who.user_username === review.user.user_username) return ['delete'];
  if (who.user_is_admin) return ['remove'];
  return ['report'];
}
