import { rallyCodeCharsMax } from '@frontrow/core/token-gate/limits.ts';
import { z } from 'zod';
import { type EndpointTable, eventUuid, nothing } from '../kernel/endpoint.ts';
import { wireOrder, wireTicket } from '../ticketing/api.ts';

/** Tickets for token holders. OAuth 2.0 with PKCE: the verifier stays on the server. */
export const tokenGateApi = {
  'POST /auth/rally': {
    summary:
      'Begin a trip to the wallet provider: open the url in a popup. The code it comes back with is good once, for ' +
      'five minutes and for this account, at any event.',
    body: nothing,
    answer: z.object({ url: z.string() }),
  },
  'POST /events/purchase_rally': {
    summary:
      'Claim a ticket for token holders with that code; the join link is emailed. `state`, where the provider sent one ' +
      'back, says which of several trips it was. `skipValidation` is ignored.',
    body: z.strictObject({
      event_uuid: eventUuid,
      code: z.string().max(rallyCodeCharsMax),
      state: z.string().max(200).nullish(),
      skipValidation: z.boolean().nullish(),
    }),
    answer: z.object({ order: wireOrder, ticket: wireTicket.nullable() }),
  },
} as const satisfies EndpointTable;
