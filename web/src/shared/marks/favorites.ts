import { call } from '#web/shared/api/call.ts';
import { type Marks, useMark } from './marks.ts';

export const favorites: Marks = {
  key: 'favorites',
  load: async (signal) => (await call('GET /user/favorites', { signal })).event_uuids,
  save: (event_uuid, favorite) => call('POST /events/favorite', { body: { event_uuid, favorite } }),
  shownBy: () => [['favorite-events']],
};

/** Whether the caller keeps the event. */
export const useFavorite = (eventUuid: string, listed = false) => useMark(favorites, eventUuid, listed);
