import type { Fact } from '../../facts/record-fact.ts';

/** Some of a host's followers wait to hear of an event. */
export interface Waiting {
  readonly eventUuid: string;
  /** The fact that made it public: it may become so more than once. */
  readonly listing: string;
  /** Those with a larger id wait. */
  readonly afterId: number;
}

export const followersWait = ({ eventUuid, listing, afterId }: Waiting): Fact => ({
  topic: 'FollowersWait',
  dedupeKey: `followers:${eventUuid}:${listing}:${afterId}`,
  payload: { eventUuid, listing, afterId },
});
