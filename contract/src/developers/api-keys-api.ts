import { apiKeyNameCharsMax, apiScopes } from '@frontrow/core/developers/api-keys.ts';
import { z } from 'zod';
import { type EndpointTable, epochMs } from '../kernel/endpoint.ts';

const wireApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** How the key begins; the rest is shown once, when it is created. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** Works only where payments are simulated. */
  test: z.boolean(),
  created_at: epochMs,
  last_used_at: epochMs.nullable(),
  /** Null: it does not expire. */
  expires_at: epochMs.nullable(),
});

/** Keys with which a host’s own programs make calls. */
export const apiKeysApi = {
  'GET /api_keys': {
    summary: 'The host’s API keys that are not revoked, newest first',
    answer: z.object({
      api_keys: z.array(wireApiKey),
      /** Whether test keys work here. */
      test_keys: z.boolean(),
    }),
  },
  'POST /api_keys': {
    summary: 'Create an API key; the answer is the only place where it is shown',
    body: z.object({
      name: z.string().max(apiKeyNameCharsMax * 4),
      scopes: z.array(z.enum(apiScopes)).max(apiScopes.length * 2),
      test: z.boolean().optional(),
      expires_at: epochMs.nullish(),
    }),
    answer: z.object({ key: z.string(), api_key: wireApiKey }),
  },
  'POST /api_keys/revoke': {
    summary: 'Revoke an API key for good; calls with it are refused within a second',
    body: z.object({ id: z.guid().toLowerCase() }),
    answer: z.object({ api_key: wireApiKey }),
  },
} as const satisfies EndpointTable;
