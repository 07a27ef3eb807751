import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../process/config.ts';
import { LimitCounts } from './limit-counts.ts';
import { countedAccount, limitKeyOf, limitless, limitMaxOf } from './limit-keys.ts';
import type { RateLimit } from '../routes/route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * A limit of its own for one route: counts each call and throws `too_many_requests` when the caller is over it.
     * Callers are counted by `account`, null for nobody's; without it by the actor of the request.
     */
    limit: (rate: RateLimit) => (request: FastifyRequest, account?: number | null) => void;
    /** The same for answers of 404: what is not there costs a read of the database each time. */
    limitMisses: (rate: RateLimit) => MissLimit;
  }
}

export interface MissLimit {
  count(request: FastifyRequest): void;
  refuseOver(request: FastifyRequest): void;
}

/**
 * Limits on calls, asked before the body is read: a flood costs us no more than its headers. Only a caller over a
 * limit is told of it.
 */
export function rateLimits(app: FastifyInstance, config: Config): void {
  app.decorate('limit', (rate) => {
    const counted = new LimitCounts();
    return (request, account = countedAccount(request.actor)) => {
      const { ip } = request;
      if (limitless(config, account, ip)) return;
      const { current, ttl } = counted.take(limitKeyOf(account, ip), rate.windowMs, performance.now());
      if (current > limitMaxOf(rate, account))
        throw refuse('too_many_requests', {}, { retryAfter: Math.ceil(ttl / 1000) });
    };
  });
  app.decorate('limitMisses', ({ max, windowMs }) => {
    const missed = new LimitCounts();
    const keyOf = ({ actor, ip }: FastifyRequest): number | string => limitKeyOf(countedAccount(actor), ip);
    return {
      count: (request) => void missed.take(keyOf(request), windowMs, performance.now()),
      refuseOver(request) {
        if (limitless(config, countedAccount(request.actor), request.ip)) return;
        if (missed.isFull(keyOf(request), max, windowMs, performance.now()))
          throw refuse('too_many_requests', {}, { retryAfter: Math.ceil(windowMs / 1000) });
      },
    };
  });
}
