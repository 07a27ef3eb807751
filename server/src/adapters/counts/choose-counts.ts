import { Redis } from 'ioredis';
import type { OpenCounts } from '../../ports/counts.ts';
import type { Logger } from '../../ports/log.ts';
import type { Config } from '../../process/config.ts';
import { processCounts } from './process-counts.ts';
import { redisCounts } from './redis-counts.ts';

/** A caller does not wait longer than this for a count; then the process counts alone. */
const answerWithinMs = 250;
const connectWithinMs = 2_000;
const connectAgainMs = 500;

interface ChosenCounts {
  readonly openCounts: OpenCounts;
  readonly closeCounts: () => void;
  /** Whether Redis is set and does not answer. */
  readonly countsAlone: () => boolean;
}

/** Counts in Redis where one is set, else in this process. Waits for Redis no longer than a moment. */
export async function chooseCounts({
  config,
  log,
}: {
  readonly config: Pick<Config, 'redisUrl'>;
  readonly log: Logger;
}): Promise<ChosenCounts> {
  if (config.redisUrl === undefined)
    return {
      openCounts: (_name, windowMs) => processCounts(windowMs),
      closeCounts: () => undefined,
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
    openCounts: (name, windowMs) => redisCounts(redis, name, windowMs),
    closeCounts: () => redis.disconnect(),
    countsAlone: () => isAway,
  };
}
