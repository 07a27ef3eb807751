import { favoritesMax } from '@frontrow/core/hosts/host-profile.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db } from '../../db/db.ts';
import { addFavorite, otherFavorites, removeFavorite } from './store.ts';

/** Keeps an event for someone, or no longer. Throws `event_not_found`, `too_many_favorites`. */
export async function keepEvent(db: Db, userId: number, eventUuid: string, keep: boolean): Promise<void> {
  if (!keep) return removeFavorite(db, userId, eventUuid);
  await db.tx(async (tx) => {
    const others = await otherFavorites(tx, userId, eventUuid);
    if (others === undefined) throw refuse('event_not_found');
    if (others >= favoritesMax) throw refuse('too_many_favorites', { maximum: favoritesMax });
    await addFavorite(tx, userId, eventUuid);
  });
}
