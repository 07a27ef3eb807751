import type { WireHostPage } from '@frontrow/contract/hosts/api.ts';
import { isSameUsername, usernameSkeleton } from '@frontrow/core/accounts/look-alikes.ts';
import { type HostProfile, readHostProfile } from '@frontrow/core/hosts/host-profile.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db, Sql } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { type Events, heldEvents, hostToWire } from '../events/index.ts';
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

export async function followerCount(sql: Sql, hostId: number): Promise<number> {
  const row = await sql.one<{ count: number }>('SELECT count(*) FROM follow WHERE host_id = $1', [hostId]);
  return row?.count ?? 0;
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
    ...hostToWire(row),
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
