import type { WireReview, WireReviewList } from '@frontrow/contract/reviews/api.ts';
import type { Sql } from '../../db/db.ts';
import { nextCursor, readTimeCursor } from '../../db/time-cursor.ts';

interface Row {
  id: number;
  stars: number;
  body: string;
  at_ms: number;
  at: string;
  username: string;
  shown_name: string;
  avatar_url: string | null;
  event_id: string;
  title: string;
  is_public: boolean;
}

const pageSize = 6;

const select = `SELECT r.id, r.stars, r.body, (extract(epoch FROM r.at) * 1000)::bigint AS at_ms, r.at::text AS at,
  u.username, shown_name_of(u) AS shown_name, u.avatar_url, e.id AS event_id, e.title, e.is_public
  FROM review r JOIN app_user u ON u.id = r.author_id JOIN event e ON e.id = r.event_id WHERE r.removed_at IS NULL`;

/** Reviews of an event or of all events of a host, newest first, a page at a time. */
export async function listReviews(
  sql: Sql,
  of: { readonly eventUuid: string } | { readonly hostId: number },
  cursor: string | undefined,
): Promise<WireReviewList> {
  const after = readTimeCursor(cursor, 'number');
  const rows = await sql.query<Row>(
    `${select} AND ${'hostId' in of ? 'r.host_id' : 'r.event_id'} = $1
       AND ($2::timestamptz IS NULL OR (r.at, r.id) < ($2, $3::bigint))
     ORDER BY r.at DESC, r.id DESC LIMIT $4`,
    ['hostId' in of ? of.hostId : of.eventUuid, after?.at ?? null, after?.id ?? null, pageSize + 1],
  );
  return { reviews: rows.slice(0, pageSize).map(reviewOf), next_cursor: nextCursor(rows, pageSize, (row) => row) };
}

export async function findReview(sql: Sql, reviewId: number): Promise<WireReview | undefined> {
  const row = await sql.one<Row>(`${select} AND r.id = $1`, [reviewId]);
  return row && reviewOf(row);
}

const reviewOf = (row: Row): WireReview => ({
  review_ide: row.id,
  review_stars: row.stars,
  review_text: row.body,
  review_date: row.at_ms,
  user: { user_username: row.username, user_name: row.shown_name, user_avatar: row.avatar_url },
  event: row.is_public ? { event_uuid: row.event_id, event_title: row.title } : null,
});
