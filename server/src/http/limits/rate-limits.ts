import type { Actor } from '@frontrow/core/kernel/actor.ts';
import type { Config } from '../../process/config.ts';
import { isLoopback, networkOf } from '../network-address.ts';
import { addressLimit, fileLimit, type RateLimit } from './limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Counted, OpenRateCounter } from '../../ports/rate-counters.ts';

/** Whom a limit counts: an account by its id, everybody else (null) by their network. */
export const countedAccount = (actor: Actor | undefined): number | null =>
  actor?.kind === 'account' ? actor.id : null;

export const limitKeyOf = (account: number | null, address: string): number | string => account ?? networkOf(address);

const limitMaxOf = ({ max, networkMax = max }: RateLimit, account: number | null): number =>
  account === null ? networkMax : max;

/**
 * Limits by network never apply to loopback outside production: tests, benches and everybody's first look come from
 * there.
 */
export const limitless = (
  { production }: Pick<Config, 'production'>,
  account: number | null,
  address: string,
): boolean => !production && account === null && isLoopback(address);

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * A separate limit for one route, identified by `name`: counts each call and refuses `too_many_requests` when the
     * caller is over it. Callers are counted by `account`, null for nobody's; without it by the actor of the request.
     * Where all processes count together the answer has to be waited for.
     */
    limit: (rate: RateLimit, name: string) => Limit;
    /** The same for answers of 404: what is not there costs a read of the database each time. */
    limitMisses: (rate: RateLimit, name: string) => MissLimit;
  }
}

export type Limit = (request: FastifyRequest, account?: number | null) => void | Promise<void>;

export interface MissLimit {
  count(request: FastifyRequest): void;
  refuseOver(request: FastifyRequest): void | Promise<void>;
}

const refuseAfter = (ms: number): never => {
  throw refuse('too_many_requests', {}, { retryAfter: Math.ceil(ms / 1000) });
};

/**
 * Limits on calls, asked before the body is read: a flood costs us no more than its headers. Only a caller over a
 * limit learns of it.
 */
export function rateLimits(app: FastifyInstance, config: Config, openRateCounter: OpenRateCounter): void {
  app.decorate('limit', (rate, name) => {
    const counts = openRateCounter(name, rate.windowMs);
    return (request, account = countedAccount(request.actor)) => {
      const { ip } = request;
      if (limitless(config, account, ip)) return;
      const judge = ({ current, ttl }: Counted): void => {
        if (current > limitMaxOf(rate, account)) refuseAfter(ttl);
      };
      const counted = counts.take(limitKeyOf(account, ip));
      return counted instanceof Promise ? counted.then(judge) : judge(counted);
    };
  });
  app.decorate('limitMisses', ({ max, windowMs }, name) => {
    const missed = openRateCounter(`${name} missed`, windowMs);
    const keyOf = ({ actor, ip }: FastifyRequest): number | string => limitKeyOf(countedAccount(actor), ip);
    const judge = (full: boolean): void => {
      if (full) refuseAfter(windowMs);
    };
    return {
      count: (request) => void missed.take(keyOf(request)),
      refuseOver(request) {
        if (limitless(config, countedAccount(request.actor), request.ip)) return;
        const full = missed.isFull(keyOf(request), max);
        return full instanceof Promise ? full.then(judge) : judge(full);
      },
    };
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route counts its callers itself. */
    ownLimit?: boolean;
  }
}

/** Files that are only read from disk or memory; a page names dozens of them. */
const files = /^\/(assets|media|avatars|api\/docs\/static)\//;

/**
 * A limit for every path without a specific one, including pages and unknown paths. It bounds what one network
 * may cost one process, so each process counts for itself and no file waits for Redis.
 */
export function addressLimits(app: FastifyInstance, config: Config, openOwnRateCounter: OpenRateCounter): void {
  const kinds = [
    { rate: fileLimit, counts: openOwnRateCounter('files', fileLimit.windowMs) },
    { rate: addressLimit, counts: openOwnRateCounter('addresses', addressLimit.windowMs) },
  ] as const;
  app.addHook('onRequest', async (request: FastifyRequest) => {
    if (request.routeOptions.config.ownLimit || limitless(config, null, request.ip)) return;
    const { rate, counts } = kinds[files.test(request.url) ? 0 : 1];
    const { current, ttl } = await counts.take(networkOf(request.ip));
    if (current > rate.max) throw refuse('too_many_requests', {}, { retryAfter: Math.ceil(ttl / 1000) });
  });
}
