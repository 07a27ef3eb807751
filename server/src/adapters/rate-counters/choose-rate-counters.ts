import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateCounter, OpenRateCounter } from '../../ports/rate-counters.ts';
import type { Logger } from '../../ports/log.ts';
import type { Config } from '../../process/config.ts';
import { processRateCounter } from './process-counters.ts';

/** A caller does not wait longer than this for a count; then the process counts alone. */
const answerWithinMs = 250;
const connectWithinMs = 2_000;
const connectAgainMs = 500;

interface ChosenRateCounters {
  readonly openRateCounter: OpenRateCounter;
  readonly closeRateCounters: () => void;
  /** Whether Redis is set and does not answer. */
  readonly countsAlone: () => boolean;
}

/** Counts in Redis where one is set, else in this process. Waits for Redis no longer than a moment. */
export async function chooseRateCounters({
  config,
  log,
}: {
  readonly config: Pick<Config, 'redisUrl'>;
  readonly log: Logger;
}): Promise<ChosenRateCounters> {
  if (config.redisUrl === undefined)
    return {
      openRateCounter: (_name, windowMs) => processRateCounter(windowMs),
      closeRateCounters: () => undefined,
      countsAlone: () => false,
    };
  const redis = new Redis(config.redisUrl, {
    commandTimeout: answerWithinMs,
    connectTimeout: connectWithinMs,
    enableOfflineQueue: false,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => connectAgainMs,
  });
  let isAway = false;
  redis.on('error', (error) => {
    if (!isAway) log.warn({ error: error.message }, 'Redis does not answer, so this process counts alone');
    isAway = true;
  });
  redis.on('ready', () => (isAway = false));
  await redis.connect().catch(() => undefined);
  return {
    openRateCounter: (name, windowMs) => redisRateCounter(redis, name, windowMs),
    closeRateCounters: () => redis.disconnect(),
    countsAlone: () => isAway,
  };
}

/** The library refuses above this; whether somebody is over a limit is decided by who counts. */
const points = Number.MAX_SAFE_INTEGER;

/** Counts of all processes together. While Redis is away each process counts alone. */
function redisRateCounter(redis: Redis, name: string, windowMs: number): RateCounter {
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
