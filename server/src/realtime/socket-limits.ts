import { socketConnectsMax, socketConnectsWindowMs, socketsPerAccountMax } from '@frontrow/core/rooms/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../ports/clock.ts';

const rememberedMax = 50_000;
/** Somebody with too many tabs open may close one at any time, so trying again makes sense. */
const tooManyRetrySeconds = 30;

/** How many sockets an account has, and how often it opens one. Counted in this process. */
export class SocketLimits {
  readonly #clock: () => Clock;
  readonly #open = new Map<number, number>();
  /** `max` would reserve the memory of all of them at once; this grows with use. */
  readonly #opened = new LRUCache<number, { count: number; readonly until: number }>({
    maxSize: rememberedMax,
    sizeCalculation: () => 1,
  });

  constructor(clock: () => Clock) {
    this.#clock = clock;
  }

  /** Counts one more socket; `release` takes it off. Throws `too_many_requests`, which says when to try again. */
  take(accountId: number): void {
    const open = this.#open.get(accountId) ?? 0;
    if (open >= socketsPerAccountMax) throw refuse('too_many_requests', {}, { retryAfter: tooManyRetrySeconds });
    const now = this.#clock().now();
    const known = this.#opened.get(accountId);
    const window = known && known.until > now ? known : { count: 0, until: now + socketConnectsWindowMs };
    if (window.count >= socketConnectsMax)
      throw refuse('too_many_requests', {}, { retryAfter: Math.ceil((window.until - now) / 1000) });
    window.count += 1;
    this.#opened.set(accountId, window);
    this.#open.set(accountId, open + 1);
  }

  release(accountId: number): void {
    const left = (this.#open.get(accountId) ?? 0) - 1;
    if (left > 0) this.#open.set(accountId, left);
    else this.#open.delete(accountId);
  }
}
