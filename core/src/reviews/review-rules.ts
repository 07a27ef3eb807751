import { charCount } from '../events/limits.ts';
import { seenText } from '../kernel/seen-text.ts';
import { refuse } from '../refuse.ts';
import { reviewCharsMax, starsMax } from './limits.ts';

export interface ReviewDraft {
  readonly stars: number;
  /** May be empty. */
  readonly text: string;
}

const blankLines = /\n{3,}/g;

/** In the spelling it is kept in. Throws `review_stars_invalid`, `review_too_long`. */
export function readReview({ stars, text }: ReviewDraft): ReviewDraft {
  if (!Number.isInteger(stars) || stars < 1 || stars > starsMax)
    throw refuse('review_stars_invalid', {}, { field: 'stars' });
  const kept = seenText(text).replace(blankLines, '\n\n');
  if (charCount(kept) > reviewCharsMax) throw refuse('review_too_long', { maximum: reviewCharsMax }, { field: 'text' });
  return { stars, text: kept };
}

/** What is known of somebody who wants to review an event. */
export interface Witness {
  readonly isHost: boolean;
  readonly isOver: boolean;
  readonly isCancelled: boolean;
  /** A ticket that was not given back. */
  readonly hasTicket: boolean;
  /** Took a seat in the room at least once. */
  readonly wasThere: boolean;
}

/**
 * Who was there speaks, after the end. Throws `review_own_event`, `event_cancelled`, `review_not_attended`,
 * `review_too_early`.
 */
export function mayReview(witness: Witness): void {
  if (witness.isHost) throw refuse('review_own_event');
  if (witness.isCancelled) throw refuse('event_cancelled');
  if (!witness.hasTicket) throw refuse('review_not_attended');
  if (!witness.isOver) throw refuse('review_too_early');
  if (!witness.wasThere) throw refuse('review_not_attended');
}
