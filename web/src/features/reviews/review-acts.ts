import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import type { WireReview } from '@frontrow/contract/reviews/api.ts';

/** What somebody may do about a review. */
export type ReviewAct = 'takeBack' | 'report' | 'remove';

/** Authors take theirs back, hosts report, app admins remove; the server decides again. */
export function reviewActs(
  review: Pick<WireReview, 'user'>,
  hostUsername: string,
  who: Pick<WireProfile, 'user_username' | 'user_is_admin'> | null,
): ReviewAct[] {
  if (!who) return [];
  if (who.user_username === review.user.user_username) return ['takeBack'];
  if (who.user_is_admin) return ['remove'];
  return who.user_username === hostUsername ? ['report'] : [];
}
