import { z } from 'zod';
import { eventFilters, listPlace, wireEventCard, wireHostCard } from '../events/api.ts';
import type { EndpointTable } from '../kernel/endpoint.ts';

export const searchApi = {
  'GET /search': {
    summary: 'Public events by words, tag and filters, with matching tags and hosts; keyset pages',
    query: eventFilters.extend({
      /** Far beyond what is answered: the refusal has words for it. */
      q: z.string().max(2_000).optional(),
      ...listPlace,
    }),
    answer: z.object({
      events: z.array(wireEventCard),
      next_cursor: z.string().nullable(),
      /** What was searched for instead, where words were typed wrong. */
      corrected: z.string().nullable(),
      /** These three come with the first page only. */
      tags: z.array(z.string()),
      hosts: z.array(wireHostCard),
      /** Words and tags that lead somewhere. */
      suggestions: z.array(z.string()),
    }),
  },
} as const satisfies EndpointTable;
