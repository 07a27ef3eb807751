import { z } from 'zod';
import type { EndpointTable } from '../kernel/endpoint.ts';

const calendarFeed = z.object({
  /** Null: there is none. */
  calendar_url: z.string().nullable(),
});

export const feedsApi = {
  'GET /user/calendar_feed': {
    summary: 'Secret address of the calendar feed with the caller’s tickets',
    answer: calendarFeed,
  },
  'POST /user/calendar_feed': {
    summary: 'A new secret address of the calendar feed; the one before stops working',
    answer: calendarFeed,
  },
  'POST /user/calendar_feed/remove': {
    summary: 'End the calendar feed; its address stops working',
    answer: calendarFeed,
  },
} as const satisfies EndpointTable;
