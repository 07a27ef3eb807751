import { z } from 'zod';
import { wireToken } from '../events/api.ts';
import type { EndpointTable } from '../kernel/endpoint.ts';

/** What a host sees of a token before an event asks for it. */
export const tokenPreviewApi = {
  'POST /events/token_preview': {
    summary: 'How a token that an event may ask for describes itself on its chain.',
    body: z.strictObject({
      chain_id: z.number(),
      address: z.string().max(100),
      token_id: z.string().max(80).nullish(),
      kind: z.enum(['collection', 'coin']),
    }),
    answer: z.object({ token: wireToken }),
  },
} as const satisfies EndpointTable;
