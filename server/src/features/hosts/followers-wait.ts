import type { Fact } from '../../facts/record-fact.ts';

/** The followers after `afterId` wait to hear of an event. */
export const followersWait = (eventUuid: string, afterId: number): Fact => ({
  topic: 'FollowersWait',
  dedupeKey: `followers:${eventUuid}:${afterId}`,
  payload: { eventUuid, afterId },
});
