import type { PasswordOwner } from '@frontrow/core/accounts/password.ts';
import { accountCacheMs } from '@frontrow/core/accounts/limits.ts';
import type { Language } from '@frontrow/core/kernel/language.ts';
import { LRUCache } from 'lru-cache';
import { batchedReads } from '../../db/batcher.ts';
import type { Sql } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';

/** An account as its owner sees it. */
export interface AccountRow {
  readonly id: number;
  readonly username: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly isGuest: boolean;
  readonly passwordHash: string | undefined;
  readonly name: string;
  readonly surname: string;
  readonly avatarUrl: string | undefined;
  readonly role: 0 | 1;
  readonly isAdmin: boolean;
  readonly massive: boolean;
  readonly advertising: boolean;
  readonly ranking: number;
  readonly reviewCount: number;
  readonly zoneName: string;
  readonly city: string;
  readonly language: Language | undefined;
  readonly influencerRequest: 'none' | 'pending' | 'authorized';
  readonly sessionVersion: number;
}

interface Row {
  id: number;
  username: string;
  email: string | null;
  email_verified_at: Date | null;
  is_guest: boolean;
  password_hash: string | null;
  name: string;
  surname: string;
  avatar_url: string | null;
  role: 0 | 1;
  app_admin: boolean;
  massive: boolean;
  advertising: boolean;
  ranking: number;
  review_count: number;
  zone_name: string;
  city: string;
  language: Language | null;
  influencer_request: AccountRow['influencerRequest'];
  session_version: number;
}

const columns = `id, username, coalesce(email_norm, guest_email_norm) AS email, email_verified_at,
  guest_email_norm IS NOT NULL AS is_guest, password_hash, name, surname, avatar_url, role, app_admin, massive,
  advertising, ranking, review_count, zone_name, city, language, influencer_request, session_version`;

/** The account with this id, unless it is erased. */
export async function findAccount(sql: Sql, id: number): Promise<AccountRow | undefined> {
  const row = await sql.one<Row>(`SELECT ${columns} FROM app_user WHERE id = $1 AND erased_at IS NULL`, [id]);
  return row && accountOf(row);
}

/** What a password of this account must not be made of. */
export const ownerOf = ({ username, name, surname, email = '' }: AccountRow): PasswordOwner => ({
  username,
  name,
  surname,
  email,
});

/** Email addresses of all app admins. */
export async function adminAddresses(sql: Sql): Promise<readonly string[]> {
  const admins = await sql.query<{ email: string }>(
    'SELECT email_norm AS email FROM app_user WHERE app_admin AND erased_at IS NULL AND email_norm IS NOT NULL ORDER BY id',
  );
  return admins.map(({ email }) => email);
}

/** Reads the address for emails to an account. For one that was merged and erased, it is the owner's. */
export const createAddressReads = (db: Sql): ((id: number) => Promise<string | undefined>) =>
  batchedReads(async (ids) => {
    const rows = await db.query<{ id: number; email: string | null }>(
      `SELECT u.id, coalesce(u.email_norm, u.guest_email_norm, o.email_norm) AS email
       FROM app_user u LEFT JOIN app_user o ON o.id = u.joined_into AND u.erased_at IS NOT NULL WHERE u.id = ANY ($1)`,
      [ids],
    );
    const byId = new Map(rows.map((row) => [row.id, row.email ?? undefined]));
    return ids.map((id) => byId.get(id));
  });

/** The accounts of a normalized email address, without guests. */
export interface ByEmail {
  /** The account that has verified the email address. */
  readonly owner: AccountRow | undefined;
  /** The first account that signed up with the email address and has not verified it. */
  readonly first: AccountRow | undefined;
  /** The last such account, often the same one. */
  readonly newest: AccountRow | undefined;
}

export async function findByEmail(sql: Sql, email: string): Promise<ByEmail> {
  const rows = await sql.query<Row>(
    `WITH claims AS (
       SELECT min(id) AS first, max(id) AS newest FROM app_user WHERE email_norm = $1 AND email_verified_at IS NULL)
     SELECT ${columns} FROM app_user, claims
     WHERE email_norm = $1 AND (email_verified_at IS NOT NULL OR id IN (first, newest)) ORDER BY id`,
    [email],
  );
  const found = rows.map(accountOf);
  const claims = found.filter((account) => !account.emailVerified);
  return { owner: found.find((account) => account.emailVerified), first: claims[0], newest: claims.at(-1) };
}

/** True for the error of a statement that would give a verified email address a second owner. */
export const isOwnedAlready = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'app_user_proven_email';

export async function findGuestByEmail(sql: Sql, email: string): Promise<AccountRow | undefined> {
  const row = await sql.one<Row>(`SELECT ${columns} FROM app_user WHERE guest_email_norm = $1 AND erased_at IS NULL`, [
    email,
  ]);
  return row && accountOf(row);
}

/**
 * Events for which this account holds a valid ticket, newest ticket first. A guest's session sees only its own event.
 */
export async function purchasedEvents(sql: Sql, accountId: number, guestEvent: string | undefined): Promise<string[]> {
  const rows = await sql.query<{ event_id: string }>(
    `SELECT event_id FROM ticket t WHERE holder_id = $1 AND voided_at IS NULL AND ($3::uuid IS NULL OR event_id = $3)
       AND NOT EXISTS (SELECT 1 FROM event e WHERE e.id = t.event_id AND e.replay_of IS NOT NULL)
     ORDER BY created_at DESC LIMIT $2`,
    [accountId, purchasedEventsMax, guestEvent ?? null],
  );
  return rows.map((row) => row.event_id);
}

/** Events named in a profile. The list of tickets pages through all of them. */
const purchasedEventsMax = 1000;

const accountOf = (row: Row): AccountRow => ({
  id: row.id,
  username: row.username,
  email: row.email ?? undefined,
  emailVerified: row.email_verified_at !== null,
  isGuest: row.is_guest,
  passwordHash: row.password_hash ?? undefined,
  name: row.name,
  surname: row.surname,
  avatarUrl: row.avatar_url ?? undefined,
  role: row.role,
  isAdmin: row.app_admin,
  massive: row.massive,
  advertising: row.advertising,
  ranking: row.ranking,
  reviewCount: row.review_count,
  zoneName: row.zone_name,
  city: row.city,
  language: row.language ?? undefined,
  influencerRequest: row.influencer_request,
  sessionVersion: row.session_version,
});

/** What every request needs to know about its account, at most 2 s old. */
export interface AccountRecord {
  readonly id: number;
  readonly username: string;
  readonly role: 0 | 1;
  readonly isAdmin: boolean;
  /** An app admin who has not turned two-step login on. */
  readonly isAdminByPasswordAlone: boolean;
  readonly isGuest: boolean;
  readonly sessionVersion: number;
  /** The person logged out, or the session was revoked because a used refresh token came again. */
  readonly sessionEnded: boolean;
}

export interface AccountLookup {
  find(accountId: number, sessionId: string): Promise<AccountRecord | undefined>;
  /** The same without waiting, if it was read within the last 2 s. */
  known(accountId: number, sessionId: string): AccountRecord | undefined;
  /** Drops a session from this process's cache, so that its end takes effect here immediately. */
  forget(sessionId: string): void;
}

interface LookupRow {
  nth: number;
  id: number;
  username: string;
  role: 0 | 1;
  app_admin: boolean;
  by_password_alone: boolean;
  is_guest: boolean;
  session_version: number;
  session_ended: boolean;
}

interface LookupRequest {
  readonly accountId: number;
  readonly sessionId: string;
}

const cachedMax = 50_000;

/**
 * Looks accounts up by primary key and caches them briefly. Requests that arrive together share one statement, so that
 * a rush of new buyers does not become a rush of queries.
 */
export function createAccountLookup({ db, clock }: Pick<Kit, 'db' | 'clock'>): AccountLookup {
  /**
   * By session id. A session belongs to one account. `max` would reserve the memory of all of them up front; this grows
   * with use.
   */
  const cache = new LRUCache<string, { record: AccountRecord; until: number }>({
    maxSize: cachedMax,
    sizeCalculation: () => 1,
  });
  const read = batchedReads<LookupRequest, AccountRecord>(async (asked) => {
    const rows = await db.query<LookupRow>(
      `SELECT k.nth, u.id, u.username, u.role, u.app_admin, u.guest_email_norm IS NOT NULL AS is_guest,
              u.app_admin AND NOT EXISTS (
                SELECT 1 FROM second_factor f
                WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS by_password_alone,
              u.session_version,
              EXISTS (SELECT 1 FROM refresh_token r
                      WHERE r.family_id = k.session_id AND r.revoked_at IS NOT NULL) AS session_ended
       FROM unnest($1::bigint[], $2::uuid[]) WITH ORDINALITY AS k (id, session_id, nth)
         CROSS JOIN LATERAL (SELECT x.* FROM app_user x WHERE x.id = k.id AND x.erased_at IS NULL OFFSET 0) u`,
      [asked.map((one) => one.accountId), asked.map((one) => one.sessionId)],
    );
    const found = asked.map((): AccountRecord | undefined => undefined);
    for (const row of rows) found[row.nth - 1] = recordOf(row);
    return found;
  });

  return {
    async find(accountId, sessionId) {
      const now = clock.now();
      const record = await read({ accountId, sessionId });
      if (record) cache.set(sessionId, { record, until: now + accountCacheMs });
      else cache.delete(sessionId);
      return record;
    },
    known(accountId, sessionId) {
      const known = cache.get(sessionId);
      return known && known.record.id === accountId && known.until > clock.now() ? known.record : undefined;
    },
    forget: (sessionId) => cache.delete(sessionId),
  };
}

const recordOf = (row: LookupRow): AccountRecord => ({
  id: row.id,
  username: row.username,
  role: row.role,
  isAdmin: row.app_admin,
  isAdminByPasswordAlone: row.by_password_alone,
  isGuest: row.is_guest,
  sessionVersion: row.session_version,
  sessionEnded: row.session_ended,
});
