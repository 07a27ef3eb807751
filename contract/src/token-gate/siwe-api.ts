import { signatureCharsMax, signedMessageCharsMax } from '@frontrow/core/token-gate/limits.ts';
import { z } from 'zod';
import { type EndpointTable, epochMs, eventUuid, nothing } from '../kernel/endpoint.ts';
import { wireOrder, wireTicket } from '../ticketing/api.ts';

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
