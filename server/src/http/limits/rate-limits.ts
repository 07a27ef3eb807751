import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Counted, OpenCounts } from '../../ports/counts.ts';
import type { Config } from '../../process/config.ts';
import { countedAccount, limitKeyOf, limitless, limitMaxOf } from './limit-keys.ts';
import type { RateLimit } from './limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * A separate limit for one route, identified by `name`: counts each call and refuses
     * `too_many_requests` when the caller is over it. Callers are counted by `account`, null for nobody's; without it
     * by the actor of the request. Where all processes count together the answer has to be waited for.
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
export function rateLimits(app: FastifyInstance, config: Config, openCounts: OpenCounts): void {
  app.decorate('limit', (rate, name) => {
    const counts = openCounts(name, rate.windowMs);
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
    const missed = openCounts(`${name} missed`, windowMs);
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
