import type { FactHandler } from '../../facts/fact-handler.ts';
import { recordFact } from '../../facts/record-fact.ts';
import { followersWait } from './followers-wait.ts';
import { tellFollowers, type TellFollowersUses } from './tell-followers.ts';

/**
 * An event that is public, at once or later, only says that followers wait; they are told batch by batch, behind everything that is in
 * a hurry. One that is not public says nothing: its followers wait from the time it is, and are told once.
 */
export function hostsFacts(uses: TellFollowersUses): FactHandler[] {
  const letWait: FactHandler['handle'] = async ({ payload }) => {
    const eventUuid = String(payload['eventUuid']);
    const isPublic = await uses.db.one('SELECT 1 FROM event WHERE id = $1 AND is_public', [eventUuid]);
    if (isPublic) await recordFact(uses.db, followersWait(eventUuid, 0));
  };
  return [
    { topic: 'EventPublished', name: 'followers-wait', handle: letWait },
    { topic: 'EventListed', name: 'followers-wait-late', handle: letWait },
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
