import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals about reviews. */
export const reviewsRefusals = {
  review_stars_invalid: { status: 400, message: 'Please choose one to five stars.' },
  review_too_long: { status: 400, message: 'Use at most {maximum} characters.' },
  review_too_early: { status: 409, message: 'You can review this event once it has finished.' },
  review_not_attended: { status: 403, message: 'Only people who attended can review an event.' },
  review_own_event: { status: 403, message: 'You cannot review your own event.' },
  review_twice: { status: 409, message: 'You have already reviewed this event.' },
  review_not_found: { status: 404, message: 'This review no longer exists.' },
} as const satisfies Record<string, RefusalRow>;
