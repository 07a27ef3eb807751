import { favoritesMax } from '@frontrow/core/hosts/host-profile.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db, Sql } from '../../db/db.ts';
import type { TimePlace } from '../../db/cursors.ts';

/** Adds an event to someone's favorites, or removes it. Throws `event_not_found`, `too_many_favorites`. */
export async function setFavorite(db: Db, userId: number, eventUuid: string, keep: boolean): Promise<void> {
  if (!keep) return removeFavorite(db, userId, eventUuid);
  await db.tx(async (tx) => {
    const others = await otherFavorites(tx, userId, eventUuid);
    if (others === undefined) throw refuse('event_not_found');
    if (others >= favoritesMax) throw refuse('too_many_favorites', { maximum: favoritesMax });
    await addFavorite(tx, userId, eventUuid);
  });
}

async function addFavorite(sql: Sql, userId: number, eventUuid: string): Promise<void> {
  await sql.query('INSERT INTO favorite (user_id, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    userId,
    eventUuid,
  ]);
}

async function removeFavorite(sql: Sql, userId: number, eventUuid: string): Promise<void> {
  await sql.query('DELETE FROM favorite WHERE user_id = $1 AND event_id = $2', [userId, eventUuid]);
}

/** How many other events someone keeps; undefined when the event does not exist. */
async function otherFavorites(sql: Sql, userId: number, eventUuid: string): Promise<number | undefined> {
  const row = await sql.one<{ others: number }>(
    `SELECT (SELECT count(*)::int FROM favorite WHERE user_id = $2 AND event_id <> $1) AS others
     FROM event WHERE id = $1 AND private_for IS NULL AND replay_of IS NULL`,
    [eventUuid, userId],
  );
  return row?.others;
}

/** Ids of all events someone keeps, newest first. */
export async function favoriteIds(sql: Sql, userId: number): Promise<string[]> {
  const rows = await sql.query<{ event_id: string }>(
    'SELECT event_id FROM favorite WHERE user_id = $1 ORDER BY since DESC, event_id DESC LIMIT $2',
    [userId, favoritesMax],
  );
  return rows.map((row) => row.event_id);
}

/** The events someone keeps, newest first, behind a place. */
export const favoritesAfter = (
  sql: Sql,
  userId: number,
  after: TimePlace | undefined,
  max: number,
): Promise<{ event_id: string; at: string }[]> =>
  sql.query<{ event_id: string; at: string }>(
    `SELECT event_id, since::text AS at FROM favorite
     WHERE user_id = $1 AND ($2::timestamptz IS NULL OR (since, event_id) < ($2, $3::uuid))
     ORDER BY since DESC, event_id DESC LIMIT $4`,
    [userId, after?.at ?? null, after?.id ?? null, max],
  );
