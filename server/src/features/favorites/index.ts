import type { Feature } from '../../feature.ts';
import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import { nextCursor, readTimeCursor } from '../../db/cursors.ts';
import type { Events } from '../events/index.ts';
import { favoriteIds, favoritesAfter, setFavorite } from './favorites.ts';

export interface Favorites {
  readonly feature: Feature;
}

const pageSize = 12;

/** Events that people keep. */
export function favoritesFeature({ db }: Kit, { events }: { events: Events }): Favorites {
  return {
    feature: {
      name: 'favorites',
      routes: [
        route({
          call: 'POST /events/favorite',
          who: 'account',
          limit: writeLimit,
          async handle({ actor, body }) {
            await setFavorite(db, actor.id, body.event_uuid, body.favorite);
            return { favorite: body.favorite };
          },
        }),
        route({
          call: 'GET /user/favorites',
          who: 'account',
          limit: readLimit,
          handle: async ({ actor }) => ({ event_uuids: await favoriteIds(db, actor.id) }),
        }),
        route({
          call: 'GET /events/favorites',
          who: 'account',
          limit: readLimit,
          async handle({ actor, query }) {
            const after = readTimeCursor(query.cursor, 'uuid');
            const rows = await favoritesAfter(db, actor.id, after, pageSize + 1);
            return {
              events: await events.cards(
                db,
                rows.slice(0, pageSize).map((row) => row.event_id),
              ),
              next_cursor: nextCursor(rows, pageSize, (row) => ({ at: row.at, id: row.event_id })),
            };
          },
        }),
      ],
    },
  };
}
