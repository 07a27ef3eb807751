import type { WireHostPage } from '@frontrow/contract/hosts/api.ts';
import { isSameUsername, usernameSkeleton } from '@frontrow/core/accounts/look-alikes.ts';
import { type HostProfile, readHostProfile } from '@frontrow/core/hosts/host-profile.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db, Sql } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { type Events, heldEvents, plannedEnd } from '../events/index.ts';
import type { Reviews } from '../reviews/index.ts';

/** A host as its public page shows it. */
interface HostRow {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly avatar_url: string | null;
  readonly ranking: number;
  readonly review_count: number;
  readonly advertising: boolean;
  readonly massive: boolean;
  readonly bio: string;
  readonly lang_ides: number[];
  readonly links: string[];
  readonly since_ms: number;
  /** Offers private meetings. */
  readonly meetings: boolean;
  readonly podcast: boolean;
  readonly podcast_explicit: boolean;
}

/** The host of this name, or undefined; viewers and guests have no public page. */
export async function findHost(sql: Sql, typed: string): Promise<HostRow | undefined> {
  const row = await sql.one<HostRow>(
    `SELECT id, username, trim(name || ' ' || surname) AS name, avatar_url, ranking, review_count, advertising,
      massive, bio, lang_ides, links, podcast, podcast_explicit,
       (extract(epoch FROM created_at) * 1000)::bigint AS since_ms,
       EXISTS (SELECT 1 FROM meeting_offer o WHERE o.host_id = app_user.id AND o.enabled) AS meetings
     FROM app_user WHERE username_skeleton = $1 AND role = 1 AND erased_at IS NULL AND suspended_at IS NULL`,
    [usernameSkeleton(typed)],
  );
  return row && isSameUsername(row.username, typed) ? row : undefined;
}

async function keepHostProfile(sql: Sql, hostId: number, profile: HostProfile): Promise<void> {
  await sql.query('UPDATE app_user SET bio = $2, lang_ides = $3, links = $4 WHERE id = $1 AND erased_at IS NULL', [
    hostId,
    profile.bio,
    profile.langIdes,
    profile.links,
  ]);
}

/** Whether a host's public replays are a podcast, and whether it has explicit content. Audited. */
export async function setPodcast(
  { accounts, db }: { readonly accounts: Pick<Accounts, 'recordAudit'>; readonly db: Db },
  hostId: number,
  { enabled, explicit }: { readonly enabled: boolean; readonly explicit: boolean },
): Promise<void> {
  await db.tx(async (tx) => {
    const changed = await tx.one(
      `UPDATE app_user SET podcast = $2, podcast_explicit = $3
       WHERE id = $1 AND erased_at IS NULL AND (podcast <> $2 OR podcast_explicit <> $3) RETURNING id`,
      [hostId, enabled, explicit],
    );
    if (!changed) return;
    await accounts.recordAudit(tx, {
      actorId: hostId,
      action: 'podcast_switched',
      subjectId: hostId,
      details: { enabled: enabled ? 'on' : 'off' },
    });
  });
}

export async function addFollow(sql: Sql, hostId: number, followerId: number): Promise<void> {
  await sql.query('INSERT INTO follow (host_id, follower_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    hostId,
    followerId,
  ]);
}

export async function removeFollow(sql: Sql, hostId: number, followerId: number): Promise<void> {
  await sql.query('DELETE FROM follow WHERE host_id = $1 AND follower_id = $2', [hostId, followerId]);
}

export async function followerCount(sql: Sql, hostId: number): Promise<number> {
  const row = await sql.one<{ count: number }>('SELECT count(*) FROM follow WHERE host_id = $1', [hostId]);
  return row?.count ?? 0;
}

/** How many hosts someone follows besides this one. */
export async function otherFollows(sql: Sql, hostId: number, followerId: number): Promise<number> {
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
  readonly host_id: number;
  readonly host: string;
  readonly series_id: string | null;
  /** Later dates of its series that were published with it. */
  readonly more_dates: number;
}

export const findAnnounced = (sql: Sql, eventUuid: string): Promise<AnnouncedEvent | undefined> =>
  sql.one<AnnouncedEvent>(
    `SELECT e.title, e.description, e.starts_at, ${plannedEnd} AS planned_end, e.tz, e.host_id, trim(u.name || ' ' || u.surname) AS host,
       e.series_id, (SELECT count(*)::int FROM event its WHERE its.series_id = e.series_id
         AND its.created_at = e.created_at AND its.state = 0 AND its.is_public AND its.unpublished_at IS NULL
         AND its.original_starts_at > e.original_starts_at) AS more_dates
     FROM event e JOIN app_user u ON u.id = e.host_id AND u.erased_at IS NULL
     WHERE e.id = $1 AND e.is_public AND e.cancelled_at IS NULL AND e.unpublished_at IS NULL AND e.state = 0 AND e.starts_at > app_now()`,
    [eventUuid],
  );

/** Followers of a host with a proven address, by id, behind `afterId`. */
export const followersAfter = (
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

/** Notes up to which follower an event was announced, and whether that was everyone; neither is ever taken back. */
export async function noteTold(sql: Sql, eventUuid: string, upTo: number, everyone: boolean): Promise<void> {
  await sql.query(
    `INSERT INTO followers_told AS t (event_id, up_to, everyone) VALUES ($1, $2, $3)
     ON CONFLICT (event_id) DO UPDATE SET up_to = greatest(t.up_to, excluded.up_to), everyone = t.everyone
     OR excluded.everyone`,
    [eventUuid, upTo, everyone],
  );
}

const upcomingShown = 12;
const pastShown = 6;

export interface HostPageDeps extends Pick<Kit, 'db'> {
  readonly events: Pick<Events, 'list'>;
  readonly reviews: Pick<Reviews, 'ofHost'>;
}

/** Everything the public page of a host shows, the same for everyone. Throws `user_not_found`. */
export async function hostPage({ db, events, reviews }: HostPageDeps, username: string): Promise<WireHostPage> {
  const row = await findHost(db, username);
  if (!row) throw refuse('user_not_found');
  const [upcoming, past, said, held, followers] = await Promise.all([
    events.list({ host: row.username }, { limit: upcomingShown }),
    events.list({ host: row.username, past: true }, { limit: pastShown }),
    reviews.ofHost(db, row.id),
    heldEvents(db, row.id),
    followerCount(db, row.id),
  ]);
  return {
    ...whoIs(row),
    host: {
      host_bio: row.bio,
      host_lang_ides: row.lang_ides,
      host_links: row.links,
      host_since: row.since_ms,
      host_events: held,
      host_followers: followers,
      host_meetings: row.meetings,
      host_podcast: row.podcast,
    },
    upcoming,
    past,
    reviews: said,
  };
}

const whoIs = (row: HostRow): Pick<WireHostPage, 'user' | 'influencer'> => ({
  user: {
    user_ide: row.id,
    user_username: row.username,
    user_name: row.name,
    user_avatar: row.avatar_url,
    user_role: 1,
  },
  influencer: {
    influencer_avatar: row.avatar_url,
    influencer_ranking: row.ranking,
    influencer_reviews: row.review_count,
    influencer_advertising: row.advertising,
    influencer_massive_streaming: row.massive,
  },
});

export interface EditHostProfileDeps extends Pick<Kit, 'db'> {
  readonly catalog: Pick<Catalog, 'languages'>;
}

/** Changes what a host says of itself; answers it in the spelling it is kept in. */
export async function editHostProfile(
  { db, catalog }: EditHostProfileDeps,
  hostId: number,
  typed: HostProfile,
): Promise<HostProfile> {
  const known = (await catalog.languages(db)).map((language) => language.ide);
  const profile = readHostProfile(typed, known);
  await keepHostProfile(db, hostId, profile);
  return profile;
}
