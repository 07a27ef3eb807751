import type { WireInfluencer, WireUser } from '@frontrow/contract/accounts/api.ts';
import type { Sql } from '../../db/db.ts';

interface Row {
  id: number;
  username: string;
  name: string;
  avatar_url: string | null;
  role: 0 | 1;
  ranking: number;
  advertising: boolean;
  massive: boolean;
  upcoming: number;
}

export interface HostCard {
  readonly user: WireUser;
  readonly influencer: WireInfluencer;
  readonly upcoming_events: number;
}

/** Hosts to discover, newest first. */
export async function listHosts(sql: Sql, limit: number): Promise<HostCard[]> {
  const rows = await sql.query<Row>(
    `SELECT u.id, u.username, trim(u.name || ' ' || u.surname) AS name, u.avatar_url, u.role, u.ranking, u.advertising, u.massive,
       (SELECT count(*)::int FROM event e WHERE e.host_id = u.id AND e.state < 2 AND e.is_public) AS upcoming
     FROM app_user u WHERE u.role = 1 AND u.erased_at IS NULL ORDER BY u.created_at DESC, u.id DESC LIMIT $1`,
    [limit],
  );
  return rows.map((row) => ({
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
      influencer_advertising: row.advertising,
      influencer_massive_streaming: row.massive,
    },
    upcoming_events: row.upcoming,
  }));
}
