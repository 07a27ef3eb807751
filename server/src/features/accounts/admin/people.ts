import { domainToUnicode } from 'node:url';
import { readableEmail } from '@frontrow/core/accounts/email.ts';
import type { Sql } from '../../../db/db.ts';
import { likePatterns } from '../../../db/like-patterns.ts';
import { adminPageRows } from './audit-log.ts';

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

/** Accounts below id `before`, newest first. `q` is part of a username, a name or an address. */
export async function listPeople(
  sql: Sql,
  { q, before }: { q: string | undefined; before: number | undefined },
): Promise<AdminPerson[]> {
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM app_user u
     WHERE u.erased_at IS NULL AND ($1::bigint IS NULL OR u.id < $1)
       AND ($2::text[] IS NULL OR u.username ILIKE ANY ($2) OR u.name || ' ' || u.surname ILIKE ANY ($2)
         OR coalesce(u.email_norm, u.guest_email_norm) ILIKE ANY ($2))
     ORDER BY u.id DESC LIMIT $3`,
    [before ?? null, likePatterns(q), adminPageRows],
  );
  return rows.map(personOf);
}

/** Undecided requests above request id `after`, oldest first. */
export async function listRequests(
  sql: Sql,
  after: number | undefined,
): Promise<{ requestId: number; askedMs: number; person: AdminPerson }[]> {
  const rows = await sql.query<Row & { request_id: number; asked_ms: number }>(
    `SELECT r.id AS request_id, (extract(epoch FROM r.asked_at) * 1000)::bigint AS asked_ms, ${columns}
     FROM influencer_request r JOIN app_user u ON u.id = r.user_id
     WHERE r.decided_at IS NULL AND u.erased_at IS NULL AND ($1::bigint IS NULL OR r.id > $1) ORDER BY r.id LIMIT $2`,
    [after ?? null, adminPageRows],
  );
  return rows.map((row) => ({ requestId: row.request_id, askedMs: row.asked_ms, person: personOf(row) }));
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
