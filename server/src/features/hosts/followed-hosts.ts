import type { AnswerOf } from '@frontrow/contract/api.ts';
import { followsMax } from '@frontrow/core/hosts/limits.ts';
import type { Sql } from '../../db/db.ts';
import { nextCursor, readTimeCursor } from '../../db/time-cursor.ts';

const pageSize = 20;

/** Usernames of the hosts somebody follows, newest first. */
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

/** The hosts somebody follows, newest first, a page at a time. */
export async function followedHosts(
  sql: Sql,
  followerId: number,
  cursor: string | undefined,
): Promise<AnswerOf<'GET /user/followed_hosts'>> {
  const after = readTimeCursor(cursor, 'number');
  const rows = await sql.query<Row>(
    `SELECT u.id, u.username, trim(u.name || ' ' || u.surname) AS name, u.avatar_url, u.ranking, u.review_count,
      u.advertising, u.massive, f.since::text AS at,
       (SELECT count(*)::int FROM event e WHERE e.host_id = u.id AND e.state < 2 AND e.is_public) AS upcoming
     FROM follow f JOIN app_user u ON u.id = f.host_id
     WHERE f.follower_id = $1 AND u.erased_at IS NULL AND ($2::timestamptz IS NULL
     OR (f.since, f.host_id) < ($2, $3::bigint))
     ORDER BY f.since DESC, f.host_id DESC LIMIT $4`,
    [followerId, after?.at ?? null, after?.id ?? null, pageSize + 1],
  );
  return {
    hosts: rows.slice(0, pageSize).map((row) => ({
      user: {
        user_ide: row.id,
        user_username: row.username,
        user_name: row.name,
        user_avatar: row.avatar_url,
        user_role: 1 as const,
      },
      influencer: {
        influencer_avatar: row.avatar_url,
        influencer_ranking: row.ranking,
        influencer_reviews: row.review_count,
        influencer_advertising: row.advertising,
        influencer_massive_streaming: row.massive,
      },
      upcoming_events: row.upcoming,
    })),
    next_cursor: nextCursor(rows, pageSize, ({ at, id }) => ({ at, id })),
  };
}
