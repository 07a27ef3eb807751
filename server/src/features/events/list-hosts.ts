import type { WireHostCard } from '@frontrow/contract/events/api.ts';
import type { Sql } from '../../db/db.ts';

interface Row {
  id: number;
  username: string;
  name: string;
  avatar_url: string | null;
  role: 0 | 1;
  ranking: number;
  review_count: number;
  advertising: boolean;
  massive: boolean;
  upcoming: number;
}

const select = `SELECT u.id, u.username, trim(u.name || ' ' || u.surname) AS name, u.avatar_url, u.role, u.ranking,
  u.review_count, u.advertising, u.massive,
  (SELECT count(*)::int FROM listed_event l WHERE l.host_id = u.id AND l.state < 2) AS upcoming FROM app_user u`;

/** Hosts to discover, newest first. */
export async function listHosts(sql: Sql, limit: number): Promise<WireHostCard[]> {
  const rows = await sql.query<Row>(
    `${select} WHERE u.role = 1 AND u.erased_at IS NULL ORDER BY u.created_at DESC, u.id DESC LIMIT $1`,
    [limit],
  );
  return rows.map(cardOf);
}

/** These hosts, in the given order. */
export async function hostCards(sql: Sql, ids: readonly number[]): Promise<WireHostCard[]> {
  if (ids.length === 0) return [];
  const rows = await sql.query<Row>(
    `${select} WHERE u.id = ANY ($1) AND u.role = 1 AND u.erased_at IS NULL
      ORDER BY array_position($1::bigint[], u.id)`,
    [ids],
  );
  return rows.map(cardOf);
}

const cardOf = (row: Row): WireHostCard => ({
  user: {
    user_ide: row.id,
    user_username: row.username,
    user_name: row.name,
    user_avatar: row.avatar_url,
    user_role: row.role,
  },
  influencer: {
    influencer_avatar: row.avatar_url,
    influencer_ranking: row.ranking,
    influencer_reviews: row.review_count,
    influencer_advertising: row.advertising,
    influencer_massive_streaming: row.massive,
  },
  upcoming_events: row.upcoming,
});
