import { domainToASCII, domainToUnicode } from 'node:url';
import { normaliseEmail, readableEmail } from '@frontrow/core/accounts/email.ts';
import {
  influencerRequestMachine,
  type InfluencerRequestState,
  readRefusalReason,
} from '@frontrow/core/accounts/influencer-request.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db, Sql } from '../../../db/db.ts';
import { pageOf } from '../../../db/cursors.ts';
import { likePatterns } from '../../../db/like-patterns.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import type { Kit } from '../../../kit.ts';
import { influencerRequestDecided } from '../facts.ts';
import { adminPageRows, recordAudit } from './audit-log.ts';

/** An account as app admins see it. */
export interface AdminPerson {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly surname: string;
  readonly avatarUrl: string | null;
  readonly role: 0 | 1;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly isGuest: boolean;
  readonly isAdmin: boolean;
  readonly secondFactor: boolean;
  readonly advertising: boolean;
  readonly massive: boolean;
  readonly createdMs: number;
}

interface Row {
  id: number;
  username: string;
  name: string;
  surname: string;
  avatar_url: string | null;
  role: 0 | 1;
  email: string | null;
  email_verified: boolean;
  is_guest: boolean;
  app_admin: boolean;
  second_factor: boolean;
  advertising: boolean;
  massive: boolean;
  created_ms: number;
}

const columns = `u.id, u.username, u.name, u.surname, u.avatar_url, u.role,
  coalesce(u.email_norm, u.guest_email_norm) AS email, u.email_verified_at IS NOT NULL AS email_verified,
  u.guest_email_norm IS NOT NULL AS is_guest, u.app_admin,
  EXISTS (SELECT 1 FROM second_factor f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS second_factor,
  u.advertising, u.massive,
  (extract(epoch FROM u.created_at) * 1000)::bigint AS created_ms`;

interface PeopleQuery {
  /** Part of a username, a name or an email address. */
  readonly q: string | undefined;
  readonly role?: 'influencer' | 'viewer' | 'guest' | 'admin' | 'suspended' | undefined;
  readonly sort?: 'newest' | 'oldest' | undefined;
  /** Id of the last account of the page before. */
  readonly after: number | undefined;
}

const afterId = { newest: 'u.id < $1', oldest: 'u.id > $1' } as const;
const sorted = { newest: 'u.id DESC', oldest: 'u.id' } as const;

/** A page of accounts, newest first unless `sort` says otherwise: ids count up as accounts are made. */
export async function listPeople(
  sql: Sql,
  { q, role, sort = 'newest', after }: PeopleQuery,
): Promise<{ people: AdminPerson[]; next: string | null }> {
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM app_user u
     WHERE u.erased_at IS NULL AND ($1::bigint IS NULL OR ${afterId[sort]})
       AND ($2::text[] IS NULL OR u.username ILIKE ANY ($2) OR u.name || ' ' || u.surname ILIKE ANY ($2)
         OR coalesce(u.email_norm, u.guest_email_norm) ILIKE ANY ($2))
       AND CASE $4::text WHEN 'influencer' THEN u.role = 1 WHEN 'guest' THEN u.guest_email_norm IS NOT NULL
         WHEN 'viewer' THEN u.role = 0 AND u.guest_email_norm IS NULL WHEN 'admin' THEN u.app_admin
         WHEN 'suspended' THEN u.suspended_at IS NOT NULL ELSE true END
     ORDER BY ${sorted[sort]} LIMIT $3`,
    [after ?? null, likePatterns(q), adminPageRows + 1, role ?? null],
  );
  const { page, lastBefore } = pageOf(rows, adminPageRows);
  return { people: page.map(personOf), next: lastBefore ? String(lastBefore.id) : null };
}

/** Undecided requests above request id `after`, oldest first. */
export async function listRequests(
  sql: Sql,
  after: number | undefined,
): Promise<{ requests: { askedMs: number; person: AdminPerson }[]; next: string | null }> {
  const rows = await sql.query<Row & { request_id: number; asked_ms: number }>(
    `SELECT r.id AS request_id, (extract(epoch FROM r.asked_at) * 1000)::bigint AS asked_ms, ${columns}
     FROM influencer_request r JOIN app_user u ON u.id = r.user_id
     WHERE r.decided_at IS NULL AND u.erased_at IS NULL AND ($1::bigint IS NULL OR r.id > $1) ORDER BY r.id LIMIT $2`,
    [after ?? null, adminPageRows + 1],
  );
  const { page, lastBefore } = pageOf(rows, adminPageRows);
  return {
    requests: page.map((row) => ({ askedMs: row.asked_ms, person: personOf(row) })),
    next: lastBefore ? String(lastBefore.request_id) : null,
  };
}

export async function findPerson(sql: Sql, id: number): Promise<AdminPerson | undefined> {
  const row = await sql.one<Row>(`SELECT ${columns} FROM app_user u WHERE u.id = $1 AND u.erased_at IS NULL`, [id]);
  return row && personOf(row);
}

const personOf = (row: Row): AdminPerson => ({
  id: row.id,
  username: row.username,
  name: row.name,
  surname: row.surname,
  avatarUrl: row.avatar_url,
  role: row.role,
  email: row.email && readableEmail(row.email, domainToUnicode),
  emailVerified: row.email_verified,
  isGuest: row.is_guest,
  isAdmin: row.app_admin,
  secondFactor: row.second_factor,
  advertising: row.advertising,
  massive: row.massive,
  createdMs: row.created_ms,
});

/** Tickets of the largest event that a host without the flag may publish. */
const seatsWithoutMassive = 1000;

/** Sets the flags of a host. Massive streaming cannot be turned off while an event of the host needs it. */
export async function changeFlags(
  { db }: Pick<Kit, 'db'>,
  {
    adminId,
    userId,
    advertising,
    massive,
  }: { adminId: number; userId: number; advertising: boolean; massive: boolean },
): Promise<AdminPerson> {
  return db.tx(async (tx) => {
    await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR UPDATE', [userId]);
    const before = await findPerson(tx, userId);
    if (!before) throw refuse('user_not_found');
    if (before.role !== 1) throw refuse('hosts_flag_only');
    if (before.advertising === advertising && before.massive === massive) return before;
    const inUse =
      before.massive &&
      !massive &&
      (await tx.one('SELECT 1 FROM event WHERE host_id = $1 AND kind = 1 AND state < 2 AND capacity > $2 LIMIT 1', [
        userId,
        seatsWithoutMassive,
      ]));
    if (inUse) throw refuse('massive_in_use');
    await tx.query('UPDATE app_user SET advertising = $2, massive = $3 WHERE id = $1', [userId, advertising, massive]);
    await recordAudit(tx, {
      actorId: adminId,
      action: 'flags_changed',
      subjectId: userId,
      details: { advertising, massive },
    });
    return { ...before, advertising, massive };
  });
}

interface Decision {
  readonly adminId: number;
  readonly userId: number;
  /** The reason of a refusal; undefined authorizes. */
  readonly refusedBecause: string | undefined;
}

/** Decides a pending request, once. Role, history, audit entry and the fact for the email are one transaction. */
export async function decideInfluencerRequest(
  { db }: Pick<Kit, 'db'>,
  { adminId, userId, refusedBecause }: Decision,
): Promise<void> {
  const authorized = refusedBecause === undefined;
  const reason = authorized ? undefined : readRefusalReason(refusedBecause);
  await db.tx(async (tx) => {
    const found = await tx.one<{ influencer_request: InfluencerRequestState }>(
      'SELECT influencer_request FROM app_user WHERE id = $1 AND erased_at IS NULL FOR UPDATE',
      [userId],
    );
    if (!found) throw refuse('user_not_found');
    const to = influencerRequestMachine.next(found.influencer_request, authorized ? 'authorize' : 'refuse');
    if (!to) throw refuse('request_decided');
    await tx.query(
      `UPDATE app_user SET influencer_request = $2, role = CASE WHEN $4 THEN 1 ELSE role END
       WHERE id = $1 AND influencer_request = $3`,
      [userId, to, found.influencer_request, authorized],
    );
    const request = await tx.one<{ id: number }>(
      `UPDATE influencer_request SET decided_at = app_now(), decided_by = $2, authorized = $3, reason = $4
       WHERE user_id = $1 AND decided_at IS NULL RETURNING id`,
      [userId, adminId, authorized, reason ?? null],
    );
    if (!request) throw refuse('request_decided');
    await recordAudit(tx, {
      actorId: adminId,
      action: authorized ? 'influencer_authorized' : 'influencer_refused',
      subjectId: userId,
      ...(reason !== undefined && { details: { reason } }),
    });
    await recordFact(tx, influencerRequestDecided(userId, request.id, reason));
  });
}

/**
 * Makes the account with this email address an app admin and returns its username, or undefined if there is none. If
 * no account has verified the address, the only one that signed up with it is used; of several, none. Safe to run
 * again.
 */
export function makeAdmin(db: Db, email: string): Promise<string | undefined> {
  return db.tx(async (tx) => {
    const people = await tx.query<{ id: number; username: string; app_admin: boolean; proven: boolean }>(
      `SELECT id, username, app_admin, email_verified_at IS NOT NULL AS proven FROM app_user
       WHERE email_norm = $1 ORDER BY id FOR UPDATE`,
      [normaliseEmail(email, domainToASCII)],
    );
    const found = people.find((person) => person.proven) ?? (people.length === 1 ? people[0] : undefined);
    if (!found || found.app_admin) return found?.username;
    await tx.query('UPDATE app_user SET app_admin = true WHERE id = $1', [found.id]);
    await recordAudit(tx, { actorId: undefined, action: 'admin_made', subjectId: found.id });
    return found.username;
  });
}
