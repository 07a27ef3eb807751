import { onFact, recordFact, type FactHandler } from '../../facts/fact-handler.ts';
import { followersWait, notifyFollowers, type NotifyFollowersDeps } from './followers.ts';

/**
 * An event that becomes public now or later only records that followers wait; they are notified batch by batch, after
 * everything urgent. A private event records nothing: its followers wait from the time it becomes public, and each is
 * notified once, however often it is taken off and listed again. Of the dates of a series that are published in one
 * step, the first public one is announced and stands for those after it.
 */
export function hostsFacts(deps: NotifyFollowersDeps): FactHandler[] {
  const letWait = async (fact: { dedupeKey: string; payload: { eventUuid: string } }): Promise<void> => {
    const { eventUuid } = fact.payload;
    const waiting = await deps.db.one<{ after_id: number }>(
      `SELECT coalesce(t.up_to, 0) AS after_id FROM event e LEFT JOIN followers_told t ON t.event_id = e.id
       WHERE e.id = $1 AND e.is_public AND e.unpublished_at IS NULL AND t.everyone IS NOT TRUE
         AND NOT EXISTS (SELECT 1 FROM event before WHERE before.series_id = e.series_id
           AND before.created_at = e.created_at AND before.state = 0 AND before.is_public
           AND before.unpublished_at IS NULL AND before.original_starts_at < e.original_starts_at)`,
      [eventUuid],
    );
    if (waiting)
      await recordFact(deps.db, followersWait({ eventUuid, listing: fact.dedupeKey, afterId: waiting.after_id }));
  };
  return [
    onFact('EventPublished', 'followers-wait', letWait),
    onFact('EventListed', 'followers-wait-late', letWait),
    onFact('FollowersWait', 'tell-followers', ({ payload }) => notifyFollowers(deps, payload), {
      queue: 'mail',
      priority: 'low',
    }),
  ];
}
