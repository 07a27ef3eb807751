import { favoritesMax } from '@frontrow/core/hosts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db } from '../../db/db.ts';

/** Keeps an event for somebody, or no longer. */
export async function keepEvent(db: Db, userId: number, eventUuid: string, keep: boolean): Promise<void> {
  if (!keep) {
    await db.query('DELETE FROM favorite WHERE user_id = $1 AND event_id = $2', [userId, eventUuid]);
    return;
  }
  await db.tx(async (tx) => {
    const found = await tx.one<{ others: number }>(
      `SELECT (SELECT count(*)::int FROM favorite WHERE user_id = $2 AND event_id <> $1) AS others FROM event
        WHERE id = $1`,
      [eventUuid, userId],
    );
    if (!found) throw refuse('event_not_found');
    if (found.others >= favoritesMax) throw refuse('too_many_favorites', { maximum: favoritesMax });
    await tx.query('INSERT INTO favorite (user_id, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      userId,
      eventUuid,
    ]);
  });
}
