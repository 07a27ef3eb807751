import { refuse } from '@frontrow/core/refuse.ts';

export interface ConcurrencyLimit {
  readonly runningMax: number;
  /** Work that may wait; more is refused with 503. Default: no limit. */
  readonly waitingMax?: number;
  /** What a refusal says. */
  readonly retryAfterSeconds?: number;
}

/** Runs work in the order in which it comes, at most `runningMax` at the same time. */
export class ConcurrencyLimiter {
  readonly #limit: ConcurrencyLimit;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: ConcurrencyLimit) {
    this.#limit = limit;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const { runningMax, waitingMax = Infinity, retryAfterSeconds = 1 } = this.#limit;
    if (this.#running >= runningMax) {
      if (this.#waiting.length >= waitingMax)
        throw refuse('temporarily_unavailable', {}, { retryAfter: retryAfterSeconds });
      // Work that ends hands its place on, so `#running` stays as it is.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
