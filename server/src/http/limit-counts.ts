import { BoundedMap } from '../bounded-map.ts';

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
  readonly #counts = new BoundedMap<number | string, Count>(countedMax);

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

  /** A call that was counted is counted elsewhere. */
  giveBack(key: number | string): void {
    const count = this.#counts.get(key);
    if (count && count.current > 0) count.current--;
  }

  /** Counts one more call where the limit has room for it; who is over it is counted by the one who refuses. */
  takeWithin(key: number | string, max: number, windowMs: number, now: number): boolean {
    if (this.isFull(key, max, windowMs, now)) return false;
    this.take(key, windowMs, now);
    return true;
  }
}

/** The counts of every call: routes count here, and so does whoever answers in front of them. */
export class AllLimitCounts {
  readonly #byRoute = new Map<string, LimitCounts>();

  /** `GET /api/events/:id` */
  of(route: string): LimitCounts {
    let counts = this.#byRoute.get(route);
    if (!counts) this.#byRoute.set(route, (counts = new LimitCounts()));
    return counts;
  }
}
