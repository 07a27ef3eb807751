import { startRedis } from '../../server/test/redis.ts';
import { median, percentile, print } from '../report.ts';
import { post, sendAll } from '../sale/load.ts';
import type { Market } from './market.ts';
import { startProduct } from './product.ts';

const calls = 4_000;
const rounds = 5;

/**
 * What counting calls in Redis costs a call that says something, as a message of a chat does. One at a time, so that
 * nothing waits for anything else; with and without in turns.
 */
export async function costOfRedis(market: Market): Promise<void> {
  const redis = await startRedis();
  const ways = {
    without: await startProduct(market.databaseUrl, 1),
    'with Redis': await startProduct(market.databaseUrl, 1, { REDIS_URL: redis.url }),
  };
  const seen: Record<string, { p50: number; p99: number }[]> = {};
  for (let round = 0; round <= rounds; round += 1)
    for (const [way, { port }] of Object.entries(ways)) {
      // A buyer's own limit is not reached: each asks once a round.
      const requests = market.buyerIds
        .slice(0, calls)
        .map((id) => post('/api/network_check', market.tokenOf(id), { filler: 'x' }));
      const { statuses, times } = await sendAll(port, requests, 1);
      if (statuses.get(200) !== calls) throw new Error(`answered ${JSON.stringify([...statuses])}`);
      if (round > 0) (seen[way] ??= []).push({ p50: percentile(times, 50), p99: percentile(times, 99) });
    }
  const line = (way: string): [string, string] => [
    way,
    `p50 ${median(seen[way]!.map(({ p50 }) => p50)).toFixed(2)} ms  p99 ${median(seen[way]!.map(({ p99 }) => p99)).toFixed(2)} ms`,
  ];
  print(
    `A call that is counted; ${calls} one after the other, median of ${rounds} rounds`,
    Object.keys(ways).map(line),
  );
  for (const product of Object.values(ways)) await product.stop();
  await redis.kill();
}
