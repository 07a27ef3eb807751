import { call } from '#web/shared/api/call.ts';
import { type Marks, useMark } from './marks.ts';

const favorites: Marks = {
  key: 'favorites',
  load: async (signal) => (await call('GET /user/favorites', { signal })).event_uuids,
};

/** Whether the caller keeps the event. */
export const useFavorite = (eventUuid: string, listed = false) => useMark(favorites, eventUuid, listed);
