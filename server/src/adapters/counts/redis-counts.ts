import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Counts } from '../../ports/counts.ts';

/** The library refuses above this; whether somebody is over a limit is decided by who counts. */
const points = Number.MAX_SAFE_INTEGER;

/** Counts of all processes together. While Redis is away each process counts alone. */
export function redisCounts(redis: Redis, name: string, windowMs: number): Counts {
  const options = { points, duration: windowMs / 1000, keyPrefix: `frontrow:limit:${name}` };
  const alone = new RateLimiterMemory(options);
  const shared = new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: alone });
  return {
    async take(key) {
      const { consumedPoints, msBeforeNext } = await shared.consume(key);
      return { current: consumedPoints, ttl: msBeforeNext };
    },
    async isFull(key, max) {
      const found = await shared.get(key);
      return (found?.consumedPoints ?? 0) >= max;
    },
  };
}
