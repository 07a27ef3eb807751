/** What a host did and what was said of it, as the tables know it. */
export interface HostRecord {
  readonly reviews: number;
  /** Sum of the stars of those reviews. */
  readonly stars: number;
  /** Events that went live, late ones among them. */
  readonly started: number;
  /** Went live more than 10 minutes after the start. */
  readonly late: number;
  /** Taken back by the host less than 24 hours before the start. */
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
