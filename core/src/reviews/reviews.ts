import { charCount } from '../events/limits.ts';
import { seenText } from '../kernel/text.ts';
import { refuse } from '../refuse.ts';

export const starsMax = 5;
/** Code points. */
export const reviewCharsMax = 500;

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
  /** A ticket that is not void. */
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

/** What a host did and what was said of it, as the tables know it. */
export interface HostRecord {
  readonly reviews: number;
  /** Sum of the stars of those reviews. */
  readonly stars: number;
  /** Events that went live, late ones among them. */
  readonly started: number;
  /** Went live more than 10 minutes after the start. */
  readonly late: number;
  /** Cancelled by the host less than 24 hours before the start. */
  readonly cancelledLate: number;
  readonly noShows: number;
}

/** Good reviews, and good evenings, that everybody is given in advance: one bad one is not the whole story. */
const trust = 3;
const trustStars = 5;
const lateWeight = 1;
const cancelledLateWeight = 2;
const noShowWeight = 3;
const rankingMin = 1;
const rankingMax = 5;

/**
 * The score of a host, 1 to 5 with two digits: the average of its reviews, less the share of evenings that went wrong
 * by their weight (docs/decisions/0014). Whole numbers all the way, so that SQL reckons the same.
 */
export function ranking(record: HostRecord): number {
  const votes = trust + record.reviews;
  const stars = trust * trustStars + record.stars;
  const evenings = trust + record.started + record.cancelledLate + record.noShows;
  const wrong = lateWeight * record.late + cancelledLateWeight * record.cancelledLate + noShowWeight * record.noShows;
  const over = stars * evenings - wrong * votes;
  const under = votes * evenings;
  const hundredths = Math.floor((200 * over + under) / (2 * under));
  return Math.min(rankingMax * 100, Math.max(rankingMin * 100, hundredths)) / 100;
}
