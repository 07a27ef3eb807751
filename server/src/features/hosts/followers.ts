import type { WireUser } from '@frontrow/contract/accounts/api.ts';
import { unfollowLinkPath } from '@frontrow/contract/accounts/links.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { usernameSkeleton } from '@frontrow/core/accounts/look-alikes.ts';
import { followsMax } from '@frontrow/core/hosts/host-profile.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db, Sql } from '../../db/db.ts';
import { nextCursor, readTimeCursor } from '../../db/cursors.ts';
import { type Fact, recordFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import { newEventMail } from '../../mail/news-mails.ts';
import { DeliveryError } from '../../ports/delivery-error.ts';
import { MailError } from '../../ports/mail.ts';
import type { Config } from '../../process/config.ts';
import { createSignedTexts, type SignedTexts } from '../../signer.ts';
import { hostToWire, opensLater, plannedEnd } from '../events/index.ts';
import { findHost, followerCount } from './host-page.ts';

/**
 * Follows or unfollows a host, and answers how many followers there are. A suspended host can only be unfollowed.
 * Throws `user_not_found`, `own_page`, `too_many_follows`.
 */
export async function followHost(
  db: Db,
  followerId: number,
  input: { readonly username: string; readonly follow: boolean },
): Promise<number> {
  const host =
    (await findHost(db, input.username)) ?? (input.follow ? undefined : await followed(db, followerId, input.username));
  if (!host) throw refuse('user_not_found');
  if (host.id === followerId) throw refuse('own_page');
  if (input.follow) await follow(db, host.id, followerId);
  else await removeFollow(db, host.id, followerId);
  return followerCount(db, host.id);
}

async function follow(db: Db, hostId: number, followerId: number): Promise<void> {
  if ((await otherFollows(db, hostId, followerId)) >= followsMax)
    throw refuse('too_many_follows', { maximum: followsMax });
  await addFollow(db, hostId, followerId);
}

const followed = (sql: Sql, followerId: number, username: string): Promise<{ id: number } | undefined> =>
  sql.one<{ id: number }>(
    `SELECT u.id FROM follow f JOIN app_user u ON u.id = f.host_id WHERE f.follower_id = $1 AND u.username_skeleton = $2`,
    [followerId, usernameSkeleton(username)],
  );

const pageSize = 20;

/** Usernames of the hosts someone follows, newest first. */
export async function followedUsernames(sql: Sql, followerId: number): Promise<string[]> {
  const rows = await sql.query<{ username: string }>(
    `SELECT u.username FROM follow f JOIN app_user u ON u.id = f.host_id
     WHERE f.follower_id = $1 AND u.erased_at IS NULL ORDER BY f.since DESC, f.host_id DESC LIMIT $2`,
    [followerId, followsMax],
  );
  return rows.map((row) => row.username);
}

interface Row {
  id: number;
  username: string;
  name: string;
  avatar_url: string | null;
  ranking: number;
  review_count: number;
  advertising: boolean;
  massive: boolean;
  upcoming: number;
  at: string;
}

/**
 * The hosts someone follows, newest first, a page at a time. Suspended ones are left out, because they have no page.
 */
export async function followedHosts(
  sql: Sql,
  followerId: number,
  cursor: string | undefined,
): Promise<AnswerOf<'GET /user/followed_hosts'>> {
  const after = readTimeCursor(cursor, 'number');
  const rows = await sql.query<Row>(
    `SELECT u.id, u.username, trim(u.name || ' ' || u.surname) AS name, u.avatar_url, u.ranking, u.review_count,
      u.advertising, u.massive, f.since::text AS at,
       (SELECT count(*)::int FROM event e WHERE e.host_id = u.id AND e.state < 2 AND e.is_public AND e.unpublished_at IS NULL) AS upcoming
     FROM follow f JOIN app_user u ON u.id = f.host_id
     WHERE f.follower_id = $1 AND u.erased_at IS NULL AND u.suspended_at IS NULL AND ($2::timestamptz IS NULL
     OR (f.since, f.host_id) < ($2, $3::bigint))
     ORDER BY f.since DESC, f.host_id DESC LIMIT $4`,
    [followerId, after?.at ?? null, after?.id ?? null, pageSize + 1],
  );
  return {
    hosts: rows.slice(0, pageSize).map((row) => ({ ...hostToWire(row), upcoming_events: row.upcoming })),
    next_cursor: nextCursor(rows, pageSize, ({ at, id }) => ({ at, id })),
  };
}

const links = (config: Config): SignedTexts => createSignedTexts(config, 'unfollow link');

/** Whom an email about a new event was sent to, and whose event it was. */
interface Followship {
  readonly hostId: number;
  readonly followerId: number;
}

/** A link of an email that ends following and can do nothing else; good for ever, so it is kept nowhere. */
export const unfollowToken = (config: Config, { hostId, followerId }: Followship): string =>
  links(config).write(`${hostId}.${followerId}`);

/** Undefined for a token that we did not make. */
function readUnfollowToken(config: Config, token: string): Followship | undefined {
  const [, hostId, followerId] = /^(\d{1,15})\.(\d{1,15})$/.exec(links(config).read(token) ?? '') ?? [];
  if (hostId === undefined || followerId === undefined) return undefined;
  return { hostId: Number(hostId), followerId: Number(followerId) };
}

/** Path an email program's own unsubscribe button posts to; opened in a browser it shows the question. */
export const oneClickPath = (token: string): string => `/unfollow/${token}`;

/**
 * Ends following by the link of an email, without a login; a second time changes nothing. Answers whom. Throws
 * `link_invalid`.
 */
export async function unfollowByMail({ db, config }: Pick<Kit, 'db' | 'config'>, token: string): Promise<WireUser> {
  const followship = readUnfollowToken(config, token);
  if (!followship) throw refuse('link_invalid');
  await removeFollow(db, followship.hostId, followship.followerId);
  const host = await db.one<{ id: number; username: string; name: string; avatar_url: string | null; role: 0 | 1 }>(
    "SELECT id, username, trim(name || ' ' || surname) AS name, avatar_url, role FROM app_user WHERE id = $1",
    [followship.hostId],
  );
  if (!host) throw refuse('link_invalid');
  return {
    user_ide: host.id,
    user_username: host.username,
    user_name: host.name,
    user_avatar: host.avatar_url,
    user_role: host.role,
  };
}

/** Some of a host's followers wait to hear of an event. */
interface Waiting {
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

export type NotifyFollowersDeps = Pick<Kit, 'db' | 'config' | 'mail' | 'log'>;

const batchMax = 50;

/**
 * Emails a batch of a host's followers about a new event and leaves word for the next batch. Only of public events that
 * are still to come, only proven addresses, once per follower and event: the email port suppresses a second one by its
 * key, and how far the event has got is kept. An address that fails does not hold up the others.
 */
export async function notifyFollowers(
  { db, config, mail, log }: NotifyFollowersDeps,
  { eventUuid, listing, afterId }: Waiting,
): Promise<void> {
  const event = await findAnnounced(db, eventUuid);
  if (!event) return;
  const followers = await followersAfter(db, event.host_id, afterId, batchMax);
  const last = followers.at(-1);
  const more = followers.length === batchMax;
  if (last && more) await recordFact(db, followersWait({ eventUuid, listing, afterId: last.id }));
  let failed = 0;
  let unavailable = false;
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
          endsAt: event.planned_end?.getTime(),
          tz: event.tz,
          opensAt: event.opens_at?.getTime(),
          eventUrl: `${config.publicUrl}/event/${eventUuid}`,
          series:
            event.series_id === null || event.more_dates === 0
              ? undefined
              : { url: `${config.publicUrl}/series/${event.series_id}`, moreDates: event.more_dates },
          unfollowUrl: `${config.publicUrl}${unfollowLinkPath(token)}`,
          oneClickUrl: `${config.publicUrl}${oneClickPath(token)}`,
        }),
      );
    } catch (error) {
      // Another attempt would be refused as well: the address is marked.
      if (error instanceof MailError && error.problem === 'address') continue;
      failed++;
      unavailable ||= error instanceof DeliveryError && error.retry === 'uncounted';
      log.warn({ eventUuid, error: String(error) }, 'a follower could not be emailed, will be retried');
    }
  }
  if (failed > 0)
    throw new DeliveryError(`${failed} of ${followers.length} followers could not be emailed`, {
      ...(unavailable && { retry: 'uncounted' }),
    });
  await noteTold(db, eventUuid, last?.id ?? afterId, !more);
}

async function addFollow(sql: Sql, hostId: number, followerId: number): Promise<void> {
  await sql.query('INSERT INTO follow (host_id, follower_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    hostId,
    followerId,
  ]);
}

async function removeFollow(sql: Sql, hostId: number, followerId: number): Promise<void> {
  await sql.query('DELETE FROM follow WHERE host_id = $1 AND follower_id = $2', [hostId, followerId]);
}

/** How many hosts someone follows besides this one. */
async function otherFollows(sql: Sql, hostId: number, followerId: number): Promise<number> {
  const row = await sql.one<{ count: number }>('SELECT count(*) FROM follow WHERE follower_id = $1 AND host_id <> $2', [
    followerId,
    hostId,
  ]);
  return row?.count ?? 0;
}

/** An event that followers may be told about: public, and still to come. */
interface AnnouncedEvent {
  readonly title: string;
  readonly description: string;
  readonly starts_at: Date;
  readonly planned_end: Date | null;
  readonly tz: string;
  /** When its sales open; null once they have. */
  readonly opens_at: Date | null;
  readonly host_id: number;
  readonly host: string;
  readonly series_id: string | null;
  /** Later dates of its series that were published with it. */
  readonly more_dates: number;
}

const findAnnounced = (sql: Sql, eventUuid: string): Promise<AnnouncedEvent | undefined> =>
  sql.one<AnnouncedEvent>(
    `SELECT e.title, e.description, e.starts_at, ${plannedEnd} AS planned_end, e.tz,
       ${opensLater} AS opens_at, e.host_id, trim(u.name || ' ' || u.surname) AS host, e.series_id, (
         SELECT count(*)::int FROM event its WHERE its.series_id = e.series_id AND its.created_at = e.created_at AND its.state = 0 AND its.is_public AND its.unpublished_at IS NULL
         AND its.original_starts_at > e.original_starts_at) AS more_dates
     FROM event e JOIN app_user u ON u.id = e.host_id AND u.erased_at IS NULL
     WHERE e.id = $1 AND e.is_public AND e.cancelled_at IS NULL AND e.unpublished_at IS NULL AND e.state = 0 AND e.starts_at > app_now()`,
    [eventUuid],
  );

/** Followers of a host with a proven address, by id, behind `afterId`. */
const followersAfter = (
  sql: Sql,
  hostId: number,
  afterId: number,
  max: number,
): Promise<{ id: number; email: string }[]> =>
  sql.query<{ id: number; email: string }>(
    `SELECT u.id, u.email_norm AS email FROM follow f JOIN app_user u ON u.id = f.follower_id
     WHERE f.host_id = $1 AND f.follower_id > $2 AND u.erased_at IS NULL AND u.email_norm IS NOT NULL
     AND u.email_verified_at IS NOT NULL
     ORDER BY f.follower_id LIMIT $3`,
    [hostId, afterId, max],
  );

/** Records the last follower who heard of an event, and whether everyone has. Neither ever moves back. */
async function noteTold(sql: Sql, eventUuid: string, upTo: number, everyone: boolean): Promise<void> {
  await sql.query(
    `INSERT INTO followers_told AS t (event_id, up_to, everyone) VALUES ($1, $2, $3)
     ON CONFLICT (event_id) DO UPDATE SET up_to = greatest(t.up_to, excluded.up_to), everyone = t.everyone
     OR excluded.everyone`,
    [eventUuid, upTo, everyone],
  );
}
