import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { apiKeyCallsPerMinuteMax, type ApiScope, scopeRefusal } from '@frontrow/core/developers/api-keys.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { hashOf } from '../../keys.ts';
import type { OpenRateCounter } from '../../ports/rate-counters.ts';

/** Tells whose API key it is. Throws the `api_key_…` refusal of a key that is not good. */
export interface ApiKeyReader {
  read(key: string): Promise<Account>;
}

/** Scopes of which one admits a key; 'any': every key. Left out: no key is admitted. */
export type AdmittedScopes = readonly ApiScope[] | 'any';

/** Admits callers with an API key instead of a session. */
export interface ApiKeyGate {
  /** The caller of a request that brings a key; undefined where it brings none. */
  caller(
    request: FastifyRequest,
    reply: FastifyReply,
    admitted: AdmittedScopes | undefined,
  ): Promise<Account> | undefined;
}

const bearer = /^bearer\s+(\S*)\s*$/i;
const windowMs = minutes(1);
/** Wrong keys of one network in a minute: each one costs a look into the database. */
const wrongKeys = { max: 60, windowMs };
/** Hashes of keys that were good when they were last looked up; of hosts who call often, thousands are few. */
const goodKeysMax = 10_000;

/**
 * Wrong keys stop more of their network from being looked up, but none that was good in this process: a forgotten
 * script must not block the scanners next to it. Every key has its own limit over all calls, and each answer says
 * what is left of it: in the fields of the current draft (RateLimit, RateLimit-Policy) and in those of the older one
 * that most libraries read.
 */
export function createApiKeyGate(
  app: FastifyInstance,
  reader: ApiKeyReader,
  openRateCounter: OpenRateCounter,
): ApiKeyGate {
  const calls = openRateCounter('API key', windowMs);
  const wrong = app.limitMisses(wrongKeys, 'wrong API keys');
  const good = new LRUCache<string, true>({ max: goodKeysMax });

  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    admitted: AdmittedScopes | undefined,
  ): Promise<Account> => {
    const hash = hashOf(key).toString('base64');
    if (!good.has(hash)) await wrong.refuseOver(request);
    const account = await reader.read(key).catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 401) {
        good.delete(hash);
        wrong.count(request);
      }
      throw error;
    });
    good.set(hash, true);
    // From here on a refusal is logged with the account.
    request.actor = account;
    const { current, ttl } = await calls.take(account.apiKey!.id);
    sayRate(reply, current, ttl);
    if (current > apiKeyCallsPerMinuteMax)
      throw refuse('too_many_requests', {}, { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) });
    const refused = scopeRefusal(account.apiKey!.scopes, admitted);
    if (refused) throw refuse(refused, { scope: Array.isArray(admitted) ? admitted.join(' or ') : '' });
    return account;
  };

  return {
    caller(request, reply, admitted) {
      const token = request.headers[accessTokenHeader];
      if (typeof token === 'string' && token.startsWith('frk_')) throw refuse('api_key_misplaced');
      const key = bearer.exec(request.headers.authorization ?? '')?.[1];
      if (key === undefined) return undefined;
      if (token !== undefined) throw refuse('api_key_with_session');
      return enter(request, reply, key, admitted);
    },
  };
}

function sayRate(reply: FastifyReply, current: number, ttl: number): void {
  const left = Math.max(0, apiKeyCallsPerMinuteMax - current);
  const again = Math.max(1, Math.ceil(ttl / 1000));
  void reply.headers({
    'ratelimit-policy': `"default";q=${apiKeyCallsPerMinuteMax};w=${windowMs / 1000}`,
    ratelimit: `"default";r=${left};t=${again}`,
    'ratelimit-limit': String(apiKeyCallsPerMinuteMax),
    'ratelimit-remaining': String(left),
    'ratelimit-reset': String(again),
  });
}
