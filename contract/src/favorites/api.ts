import { z } from 'zod';
import { wireEventCard } from '../events/api.ts';
import { type EndpointTable, eventUuid } from '../kernel/endpoint.ts';

export const favoritesApi = {
  'POST /events/favorite': {
    summary: 'Keep an event, or no longer; saying the same again changes nothing',
    body: z.object({ event_uuid: eventUuid, favorite: z.boolean() }),
    answer: z.object({ favorite: z.boolean() }),
  },
  'GET /user/favorites': {
    summary: 'Uuids of the events the caller keeps, newest first',
    answer: z.object({ event_uuids: z.array(z.string()) }),
  },
  'GET /events/favorites': {
    summary: 'The events the caller keeps, newest first',
    query: z.object({ cursor: z.string().max(200).optional() }),
    answer: z.object({ events: z.array(wireEventCard), next_cursor: z.string().nullable() }),
  },
} as const satisfies EndpointTable;
