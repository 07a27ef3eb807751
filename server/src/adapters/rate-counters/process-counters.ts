import { LRUCache } from 'lru-cache';
import type { RateCounter } from '../../ports/rate-counters.ts';

const countedMax = 50_000;

interface Count {
  current: number;
  since: number;
}

/** Counts of this process alone. */
export function processRateCounter(windowMs: number): RateCounter {
  // Each limit has separate counts. `max` would reserve the memory of all of them at once; this grows with use.
  const counts = new LRUCache<number | string, Count>({ maxSize: countedMax, sizeCalculation: () => 1 });
  const running = (key: number | string): Count | undefined => {
    const count = counts.get(key);
    return count && count.since + windowMs > performance.now() ? count : undefined;
  };
  return {
    take(key) {
      let count = running(key);
      if (!count) counts.set(key, (count = { current: 0, since: performance.now() }));
      count.current++;
      return { current: count.current, ttl: count.since + windowMs - performance.now() };
    },
    isFull: (key, max) => (running(key)?.current ?? 0) >= max,
  };
}
