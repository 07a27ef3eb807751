import { unfollowLinkPath } from '@frontrow/contract/accounts/links.ts';
import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import { newEventMail } from '../../mail/new-event-mail.ts';
import { followersWait, type Waiting } from './followers-wait.ts';
import { oneClickPath } from './one-click-unfollow.ts';
import { unfollowToken } from './unfollow-token.ts';

export type TellFollowersUses = Pick<Kit, 'db' | 'config' | 'mail' | 'log'>;

interface EventRow {
  title: string;
  description: string;
  starts_at: Date;
  tz: string;
  host_id: number;
  host: string;
}

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
  const event = await db.one<EventRow>(
    `SELECT e.title, e.description, e.starts_at, e.tz, e.host_id, trim(u.name || ' ' || u.surname) AS host
     FROM event e JOIN app_user u ON u.id = e.host_id AND u.erased_at IS NULL
     WHERE e.id = $1 AND e.is_public AND e.cancelled_at IS NULL AND e.state = 0 AND e.starts_at > app_now()`,
    [eventUuid],
  );
  if (!event) return;
  const followers = await db.query<{ id: number; email: string }>(
    `SELECT u.id, u.email_norm AS email FROM follow f JOIN app_user u ON u.id = f.follower_id
     WHERE f.host_id = $1 AND f.follower_id > $2 AND u.erased_at IS NULL AND u.email_norm IS NOT NULL
     AND u.email_verified_at IS NOT NULL
     ORDER BY f.follower_id LIMIT $3`,
    [event.host_id, afterId, batchMax],
  );
  const last = followers.at(-1);
  const more = followers.length === batchMax;
  if (last && more) await recordFact(db, followersWait({ eventUuid, listing, afterId: last.id }));
  let failed = 0;
  for (const { id, email } of followers) {
    const token = unfollowToken(config.secret, { hostId: event.host_id, followerId: id });
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
  await db.query(
    `INSERT INTO followers_told AS t (event_id, up_to, everyone) VALUES ($1, $2, $3)
     ON CONFLICT (event_id) DO UPDATE SET up_to = greatest(t.up_to, excluded.up_to), everyone = t.everyone
     OR excluded.everyone`,
    [eventUuid, last?.id ?? afterId, !more],
  );
}
