import { call } from '#web/shared/api/call.ts';
import { useMark } from './marks.ts';

const favorites = {
  key: 'favorites',
  load: async (signal: AbortSignal) => (await call('GET /user/favorites', { signal })).event_uuids,
  save: (event_uuid: string, favorite: boolean) => call('POST /events/favorite', { body: { event_uuid, favorite } }),
  shownBy: () => [['favorite-events']],
};

/** Whether the caller keeps the event. */
export const useFavorite = (eventUuid: string, listed = false) => useMark(favorites, eventUuid, listed);
