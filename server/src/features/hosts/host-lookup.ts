import { usernameSkeleton } from '@frontrow/core/accounts/username-skeleton.ts';
import type { Sql } from '../../db/db.ts';

/** A host as its public page shows it. */
export interface HostRow {
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
}

/** Case and width as people type them; a name that only looks alike is nobody. */
const folded = (username: string): string => username.normalize('NFKC').toLowerCase();

/** The host of this name, or undefined; viewers and guests have no public page. */
export async function findHost(sql: Sql, typed: string): Promise<HostRow | undefined> {
  const row = await sql.one<HostRow>(
    `SELECT id, username, trim(name || ' ' || surname) AS name, avatar_url, ranking, review_count, advertising,
      massive, bio, lang_ides, links,
       (extract(epoch FROM created_at) * 1000)::bigint AS since_ms
     FROM app_user WHERE username_skeleton = $1 AND role = 1 AND erased_at IS NULL`,
    [usernameSkeleton(typed)],
  );
  return row && folded(row.username) === folded(typed) ? row : undefined;
}
