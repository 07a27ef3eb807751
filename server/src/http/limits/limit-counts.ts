import { LRUCache } from 'lru-cache';

const countedMax = 50_000;

interface Count {
  current: number;
  since: number;
}

interface Counted {
  readonly current: number;
  /** Milliseconds until this window ends. */
  readonly ttl: number;
}

/** How often each caller made one call in the running window. */
export class LimitCounts {
  /** Each route has counts of its own. `max` would reserve the memory of all of them at once; this grows with use. */
  readonly #counts = new LRUCache<number | string, Count>({ maxSize: countedMax, sizeCalculation: () => 1 });

  /** One more call of this caller. */
  take(key: number | string, windowMs: number, now: number): Counted {
    let count = this.#counts.get(key);
    if (!count || count.since + windowMs <= now) {
      count = { current: 0, since: now };
      this.#counts.set(key, count);
    }
    count.current++;
    return { current: count.current, ttl: count.since + windowMs - now };
  }

  /** Whether this caller has used the limit up in the running window. */
  isFull(key: number | string, max: number, windowMs: number, now: number): boolean {
    const count = this.#counts.get(key);
    return count !== undefined && count.since + windowMs > now && count.current >= max;
  }
}
