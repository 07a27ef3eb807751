import type { FactHandler } from '../../facts/fact-handler.ts';
import { recordFact } from '../../facts/record-fact.ts';
import { followersWait } from './followers-wait.ts';
import { tellFollowers, type TellFollowersUses } from './tell-followers.ts';

/** Publishing only says that followers wait; they are told batch by batch, behind everything that is in a hurry. */
export function hostsFacts(uses: TellFollowersUses): FactHandler[] {
  return [
    {
      topic: 'EventPublished',
      name: 'followers-wait',
      handle: ({ payload }) => recordFact(uses.db, followersWait(String(payload['eventUuid']), 0)),
    },
    {
      topic: 'FollowersWait',
      name: 'tell-followers',
      waitsFor: 'mail',
      patient: true,
      handle: ({ payload }) =>
        tellFollowers(uses, { eventUuid: String(payload['eventUuid']), afterId: Number(payload['afterId']) }),
    },
  ];
}
