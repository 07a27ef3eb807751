import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenCounts } from '../../ports/counts.ts';
import type { Config } from '../../process/config.ts';
import { networkOf } from '../addresses/network-address.ts';
import { limitless } from './limit-keys.ts';
import { addressLimit, fileLimit } from './limits.ts';

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
export function addressLimits(app: FastifyInstance, config: Config, ownCounts: OpenCounts): void {
  const kinds = [
    { rate: fileLimit, counts: ownCounts('files', fileLimit.windowMs) },
    { rate: addressLimit, counts: ownCounts('addresses', addressLimit.windowMs) },
  ] as const;
  app.addHook('onRequest', async (request: FastifyRequest) => {
    if (request.routeOptions.config.ownLimit || limitless(config, null, request.ip)) return;
    const { rate, counts } = kinds[files.test(request.url) ? 0 : 1];
    const { current, ttl } = await counts.take(networkOf(request.ip));
    if (current > rate.max) throw refuse('too_many_requests', {}, { retryAfter: Math.ceil(ttl / 1000) });
  });
}
