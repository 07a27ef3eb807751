import { favoritesMax } from '@frontrow/core/hosts/limits.ts';
import type { Feature } from '../../feature.ts';
import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import { nextCursor, readTimeCursor } from '../../db/time-cursor.ts';
import type { Events } from '../events/index.ts';
import { keepEvent } from './keep-event.ts';

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
            await keepEvent(db, actor.id, body.event_uuid, body.favorite);
            return { favorite: body.favorite };
          },
        }),
        route({
          call: 'GET /user/favorites',
          who: 'account',
          limit: readLimit,
          async handle({ actor }) {
            const rows = await db.query<{ event_id: string }>(
              'SELECT event_id FROM favorite WHERE user_id = $1 ORDER BY since DESC, event_id DESC LIMIT $2',
              [actor.id, favoritesMax],
            );
            return { event_uuids: rows.map((row) => row.event_id) };
          },
        }),
        route({
          call: 'GET /events/favorites',
          who: 'account',
          limit: readLimit,
          async handle({ actor, query }) {
            const after = readTimeCursor(query.cursor, 'uuid');
            const rows = await db.query<{ event_id: string; at: string }>(
              `SELECT event_id, since::text AS at FROM favorite
               WHERE user_id = $1 AND ($2::timestamptz IS NULL OR (since, event_id) < ($2, $3::uuid))
               ORDER BY since DESC, event_id DESC LIMIT $4`,
              [actor.id, after?.at ?? null, after?.id ?? null, pageSize + 1],
            );
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
