import type { Feature } from '../../feature.ts';
import type { ApiKeyReader } from '../../http/callers/api-keys.ts';
import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import {
  type ApiKeysDeps,
  apiKeyReader,
  createApiKey,
  listApiKeys,
  paymentsAreSimulated,
  revokeApiKey,
} from './api-keys.ts';

/** What a host's own programs need: keys to make calls with. */
export const developersFeature = (deps: ApiKeysDeps): { feature: Feature; readonly apiKeys: ApiKeyReader } => ({
  feature: { name: 'developers', routes: apiKeyRoutes(deps) },
  apiKeys: apiKeyReader(deps),
});

/** For a person who is logged in: no key makes keys. */
const apiKeyRoutes = (deps: ApiKeysDeps): AnyRoute[] => [
  route({
    call: 'GET /api_keys',
    who: 'host',
    limit: readLimit,
    handle: async ({ actor }) => ({
      api_keys: await listApiKeys(deps.db, actor.id),
      test_keys: paymentsAreSimulated(deps),
    }),
  }),
  route({
    call: 'POST /api_keys',
    who: 'host',
    limit: writeLimit,
    handle: ({ actor, body }) => createApiKey(deps, actor, body),
  }),
  route({
    call: 'POST /api_keys/revoke',
    who: 'host',
    limit: writeLimit,
    handle: async ({ actor, body }) => ({ api_key: await revokeApiKey(deps, actor, body.id) }),
  }),
];
