import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../process/config.ts';
import type { AllLimitCounts } from './limit-counts.ts';
import { countedAccount, limitKeyOf, limitless, limitMaxOf } from './limit-keys.ts';
import type { RateLimit } from './route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call (`GET /api/events/:id`) and throws `too_many_requests` where its caller is over the limit. */
    limit: (call: string, rate: RateLimit) => (request: FastifyRequest) => void;
    /** Counts what a caller asked for that is not there, and throws where it was too much. */
    limitMisses: (call: string, rate: RateLimit) => MissLimit;
  }
}

export interface MissLimit {
  count(request: FastifyRequest): void;
  refuseOver(request: FastifyRequest): void;
}

/**
 * Limits on calls, kept where answers that lie ready count too. Asked before the body is read: a flood costs us no more than its
 * headers. Only who is over a limit is told of it.
 */
export function rateLimits(app: FastifyInstance, config: Config, counts: AllLimitCounts): void {
  app.decorate('limit', (call, rate) => {
    const counted = counts.of(call);
    return (request) => {
      const { ip } = request;
      const account = countedAccount(request.actor);
      if (limitless(config, account, ip)) return;
      const { current, ttl } = counted.take(limitKeyOf(account, ip), rate.windowMs, performance.now());
      if (current > limitMaxOf(rate, account))
        throw refuse('too_many_requests', {}, { retryAfter: Math.ceil(ttl / 1000) });
    };
  });
  app.decorate('limitMisses', (call, { max, windowMs }) => {
    const missed = counts.of(`${call}, not there`);
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
