import { Redis } from 'ioredis';

const withinMs = 3_000;

/** Why Redis does not answer there; undefined where it does. Never throws. */
export async function pingRedis(url: string): Promise<string | undefined> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: withinMs,
    commandTimeout: withinMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let why: string | undefined;
  redis.on('error', (error: NodeJS.ErrnoException) => (why ??= error.code ?? error.message));
  try {
    await redis.connect();
    await redis.ping();
    return undefined;
  } catch (error) {
    return why ?? (error as Error).message;
  } finally {
    redis.disconnect();
  }
}
