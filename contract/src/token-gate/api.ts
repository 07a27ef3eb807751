import { rallyCodeCharsMax, signatureCharsMax, signedMessageCharsMax } from '@frontrow/core/token-gate/limits.ts';
import { z } from 'zod';
import { eventUuid, nothing, epochMs, type EndpointTable } from '../kernel/endpoint.ts';
import { wireOrder, wireTicket } from '../ticketing/api.ts';
import { wireToken } from '../events/api.ts';

/** Tickets for token holders. OAuth 2.0 with PKCE: the verifier stays on the server. */
export const tokenGateApi = {
  'POST /auth/rally': {
    summary:
      'Begin an attempt with the wallet provider: open the url in a popup. The code it comes back with is good once, for ' +
      'five minutes and for this account, at any event.',
    body: nothing,
    answer: z.object({ url: z.string() }),
  },
  'POST /events/purchase_rally': {
    summary:
      'Claim a ticket for token holders with that code; the join link is emailed. `state`, where the provider sent one ' +
      'back, says which of several attempts it was. `skipValidation` is ignored.',
    body: z.strictObject({
      event_uuid: eventUuid,
      code: z.string().max(rallyCodeCharsMax),
      state: z.string().max(200).nullish(),
      skipValidation: z.boolean().nullish(),
    }),
    answer: z.object({ order: wireOrder, ticket: wireTicket.nullable() }),
  },
} as const satisfies EndpointTable;

/** Tickets for token holders by Sign-In with Ethereum. */
export const siweApi = {
  'POST /auth/siwe_nonce': {
    summary:
      'A nonce for a Sign-In with Ethereum message (EIP-4361), good once, for five minutes and for this account. ' +
      'The message names this host as its domain and one of the chains.',
    body: nothing,
    answer: z.object({
      nonce: z.string(),
      expires_at: epochMs,
      chain_ids: z.array(z.number()),
    }),
  },
  'POST /events/purchase_siwe': {
    summary: 'Claim a ticket for token holders with a signed message; the join link is emailed.',
    body: z.strictObject({
      event_uuid: eventUuid,
      message: z.string().max(signedMessageCharsMax),
      signature: z.string().max(signatureCharsMax),
    }),
    answer: z.object({ order: wireOrder, ticket: wireTicket.nullable() }),
  },
} as const satisfies EndpointTable;

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
