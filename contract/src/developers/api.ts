import { apiKeyNameCharsMax, apiScopes } from '@frontrow/core/developers/api-keys.ts';
import { z } from 'zod';
import { epochMs, type EndpointTable } from '../kernel/endpoint.ts';
import { deliveryStates, webhookTypes, webhookUrlCharsMax } from '@frontrow/core/developers/webhooks.ts';

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

const id = z.guid().toLowerCase();
const types = z.array(z.enum(webhookTypes)).max(webhookTypes.length * 2);
/** Longer than an address may be, so that this is refused in its own words. */
const url = z.string().max(webhookUrlCharsMax * 4);

const wireEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookTypes)),
  enabled: z.boolean(),
  /** `failing`: nothing was accepted for three days; `gone`: it answered 410; `host`: the host disabled it. */
  disabled_reason: z.enum(['failing', 'gone', 'host']).nullable(),
  created_at: epochMs,
  /** Until then the secret before the last rotation signs, too. */
  previous_secret_until: epochMs.nullable(),
  /** Of the last 24 hours. */
  deliveries: z.number(),
  failures: z.number(),
});

const wireDelivery = z.object({
  /** Sent as `webhook-id`, the same for every attempt. */
  id: z.string(),
  type: z.enum(webhookTypes),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  created_at: epochMs,
  last_attempt_at: epochMs.nullable(),
  /** Of the first waiting one of each event; the others follow it. */
  next_attempt_at: epochMs.nullable(),
  /** What was sent. */
  body: z.string(),
  response_status: z.number().nullable(),
  /** How the answer begins. */
  response_body: z.string().nullable(),
  /** Why there was no answer. */
  error: z.string().nullable(),
  took_ms: z.number().nullable(),
});

/** Webhooks to hosts, in the format of Standard Webhooks. */
export const webhooksApi = {
  'GET /webhook_endpoints': {
    summary: 'The host’s webhook endpoints, newest first',
    answer: z.object({ endpoints: z.array(wireEndpoint) }),
  },
  'POST /webhook_endpoints': {
    summary: 'Add a webhook endpoint; the answer is the only place where its secret is shown',
    body: z.object({ url, events: types }),
    answer: z.object({ secret: z.string(), endpoint: wireEndpoint }),
  },
  'POST /webhook_endpoints/update': {
    summary: 'Change address or events of an endpoint, disable it, or enable it again; what is left out stays',
    body: z.object({ id, url: url.optional(), events: types.optional(), enabled: z.boolean().optional() }),
    answer: z.object({ endpoint: wireEndpoint }),
  },
  'POST /webhook_endpoints/rotate_secret': {
    summary: 'Replace the secret of an endpoint; for 24 hours both sign every delivery',
    body: z.object({ id }),
    answer: z.object({ secret: z.string(), endpoint: wireEndpoint }),
  },
  'POST /webhook_endpoints/remove': {
    summary: 'Remove an endpoint with its delivery log',
    body: z.object({ id }),
    answer: z.object({ id: z.string() }),
  },
  'GET /webhook_endpoints/:id/deliveries': {
    summary: 'What was sent to an endpoint in the last 30 days and how it answered, newest first',
    params: z.object({ id }),
    query: z.object({
      state: z.enum(deliveryStates).optional(),
      cursor: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    answer: z.object({ deliveries: z.array(wireDelivery), next_cursor: z.string().nullable() }),
  },
  'POST /webhook_endpoints/redeliver': {
    summary: 'Send a delivery again now, with the same id',
    body: z.object({ delivery_id: id }),
    answer: z.object({ delivery: wireDelivery }),
  },
} as const satisfies EndpointTable;
