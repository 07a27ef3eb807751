import { domainToUnicode } from 'node:url';
import type { WireInfluencer, WireProfile } from '@frontrow/contract/accounts/api.ts';
import { readableEmail } from '@frontrow/core/accounts/email.ts';
import { influencerRequestMachine } from '@frontrow/core/accounts/influencer-request.ts';
import { readShownName } from '@frontrow/core/accounts/profile.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { Temporal } from 'temporal-polyfill';
import { databaseNow, type Sql } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import { readPicture, sizeAvatar } from '../../media/pictures.ts';
import { keepFiles, noteUnwritten } from '../../media/unwritten-files.ts';
import { type AccountRow, findAccount, purchasedEvents } from './records.ts';
import type { SessionTokens } from './sessions.ts';

/** Seconds a zone is ahead of UTC. Only shown: times are reckoned with the zone itself, which knows its summers. */
async function gmtOffsetOf(sql: Sql, zone: string): Promise<number> {
  const now = Temporal.Instant.fromEpochMilliseconds(await databaseNow(sql));
  return now.toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000_000;
}

/**
 * The caller's own account, as `GET /user/profile` and every new session answer it. `guestEvent` is the one event that
 * a guest's session is valid for. An account that came by a join link is shown as a guest, as it has a guest's rights.
 */
export async function profileView(sql: Sql, account: AccountRow, guestEvent: string | undefined): Promise<WireProfile> {
  return {
    user_ide: account.id,
    user_username: account.username,
    user_name: account.name,
    user_avatar: account.avatarUrl ?? null,
    user_role: guestEvent === undefined ? account.role : 0,
    user_email: account.email === undefined ? null : readableEmail(account.email, domainToUnicode),
    user_email_verified: account.emailVerified,
    user_is_guest: account.isGuest || guestEvent !== undefined,
    user_is_admin: account.isAdmin && guestEvent === undefined,
    user_location: {
      data: { zoneName: account.zoneName, gmtOffset: await gmtOffsetOf(sql, account.zoneName) },
      ...(account.city && { city: account.city }),
    },
    user_language: account.language ?? null,
    influencer_request:
      account.influencerRequest === 'none'
        ? null
        : { influencer_request_authorized: account.influencerRequest === 'authorized' },
    purchased_events: await purchasedEvents(sql, account.id, guestEvent),
  };
}

export async function sessionView(
  sql: Sql,
  tokens: SessionTokens,
  account: AccountRow,
  guestEvent?: string,
): Promise<{ access_token: string; refresh_token: string; user: WireProfile }> {
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    user: await profileView(sql, account, guestEvent),
  };
}

export const influencerView = (account: AccountRow): WireInfluencer => ({
  influencer_avatar: account.avatarUrl ?? null,
  influencer_ranking: account.ranking,
  influencer_reviews: account.reviewCount,
  influencer_advertising: account.advertising,
  influencer_massive_streaming: account.massive,
});

interface ViewerProfile {
  readonly shown_name: string;
  readonly shown_as: string;
  readonly show_attending: boolean;
  readonly reminders: boolean;
}

export async function viewerProfile(sql: Sql, accountId: number): Promise<ViewerProfile> {
  const row = await sql.one<ViewerProfile>(
    `SELECT u.shown_name, shown_name_of(u) AS shown_as, u.show_attending, u.reminders FROM app_user u
     WHERE id = $1 AND erased_at IS NULL`,
    [accountId],
  );
  if (!row) throw refuse('user_not_found');
  return row;
}

/** Cached pages show the change within half a minute. Refuses `name_reserved` for `shown_name`. */
export async function changeViewerProfile(
  sql: Sql,
  accountId: number,
  typed: { readonly shownName: string; readonly showAttending: boolean },
): Promise<ViewerProfile> {
  await sql.query('UPDATE app_user SET shown_name = $2, show_attending = $3 WHERE id = $1 AND erased_at IS NULL', [
    accountId,
    readShownName(typed.shownName, 'shown_name'),
    typed.showAttending,
  ]);
  return viewerProfile(sql, accountId);
}

export interface ChangeAvatarDeps extends Pick<Kit, 'db' | 'ids' | 'storage'> {
  /** Runs one job after another, because decoding pictures takes much memory. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

const field = 'avatar';

/** Sets or removes the picture and deletes the old file. Nothing slow runs inside the transaction. */
export async function changeAvatar(
  { db, ids, storage, inTurn }: ChangeAvatarDeps,
  accountId: number,
  dataUrl: string | null,
): Promise<void> {
  let key: string | null = null;
  if (dataUrl !== null) {
    const picture = await readPicture(dataUrl, field);
    if (picture instanceof Refusal) throw picture;
    const webp = await inTurn(() => sizeAvatar(picture.bytes, field));
    key = `avatars/${ids.uuid()}.webp`;
    await noteUnwritten(db, [key]);
    await storage.put(key, webp, 'image/webp');
  }
  const gone = await db.tx(async (tx) => {
    const before = await tx.one<{ avatar_key: string | null }>(
      `WITH before AS (SELECT id, avatar_key FROM app_user WHERE id = $1 AND erased_at IS NULL FOR UPDATE)
       UPDATE app_user u SET avatar_key = $2, avatar_url = $3 FROM before
       WHERE u.id = before.id RETURNING before.avatar_key`,
      [accountId, key, key && storage.url(key)],
    );
    if (!before) return key;
    if (key) await keepFiles(tx, [key]);
    if (before.avatar_key) await noteUnwritten(tx, [before.avatar_key]);
    return before.avatar_key;
  });
  if (gone) await storage.delete(gone).catch(() => undefined);
}

/** Requests to become an influencer. The email address must be verified, because the decision is emailed. */
export async function requestInfluencer({ db }: Pick<Kit, 'db'>, accountId: number): Promise<AccountRow> {
  return db.tx(async (tx) => {
    const account = await findAccount(tx, accountId);
    if (!account) throw refuse('user_not_found');
    if (!account.emailVerified) throw refuse('email_unverified');
    const to = account.role === 1 ? undefined : influencerRequestMachine.next(account.influencerRequest, 'ask');
    const moved =
      to &&
      (await tx.one(
        'UPDATE app_user SET influencer_request = $2 WHERE id = $1 AND influencer_request = $3 RETURNING id',
        [accountId, to, account.influencerRequest],
      ));
    if (!to || !moved)
      throw refuse(
        account.role === 1 || account.influencerRequest === 'authorized' ? 'request_not_needed' : 'request_pending',
      );
    await tx.query('INSERT INTO influencer_request (user_id) VALUES ($1)', [accountId]);
    return { ...account, influencerRequest: to };
  });
}
