import { unfollowLinkPath } from '@frontrow/contract/accounts/links.ts';
import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import { newEventMail } from '../../mail/new-event-mail.ts';
import { followersWait, type Waiting } from './followers-wait.ts';
import { oneClickPath } from './unfollow-by-mail.ts';
import { findAnnounced, followersAfter, noteTold } from './store.ts';
import { unfollowToken } from './unfollow-token.ts';

export type TellFollowersUses = Pick<Kit, 'db' | 'config' | 'mail' | 'log'>;

const batchMax = 50;

/**
 * Mails a batch of a host's followers about a new event and leaves word for the next batch. Only of public events
 * that are still to come, only proven addresses, once per follower and event: the mail port suppresses a second one
 * by its key, and how far the event has got is kept. An address that fails does not hold up the others.
 */
export async function tellFollowers(
  { db, config, mail, log }: TellFollowersUses,
  { eventUuid, listing, afterId }: Waiting,
): Promise<void> {
  const event = await findAnnounced(db, eventUuid);
  if (!event) return;
  const followers = await followersAfter(db, event.host_id, afterId, batchMax);
  const last = followers.at(-1);
  const more = followers.length === batchMax;
  if (last && more) await recordFact(db, followersWait({ eventUuid, listing, afterId: last.id }));
  let failed = 0;
  for (const { id, email } of followers) {
    const token = unfollowToken(config, { hostId: event.host_id, followerId: id });
    try {
      await mail.send(
        newEventMail({
          dedupeKey: `new_event:${eventUuid}:${id}`,
          to: email,
          host: event.host,
          title: event.title,
          description: event.description,
          startsAt: event.starts_at.getTime(),
          tz: event.tz,
          eventUrl: `${config.publicUrl}/event/${eventUuid}`,
          unfollowUrl: `${config.publicUrl}${unfollowLinkPath(token)}`,
          oneClickUrl: `${config.publicUrl}${oneClickPath(token)}`,
        }),
      );
    } catch (error) {
      failed++;
      log.warn({ eventUuid, error: String(error) }, 'a follower was not told, will be tried again');
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${followers.length} followers were not told`);
  await noteTold(db, eventUuid, last?.id ?? afterId, !more);
}
