export interface Counted {
  /** How many in the running window, the new one included. */
  readonly current: number;
  /** Milliseconds until this window ends. */
  readonly ttl: number;
}

/**
 * How often each caller did one thing in a window of time. What is counted in this process is answered at once; what
 * all processes count together is waited for. A count that cannot be had is that of this process: never throws.
 */
export interface RateCounter {
  /** One more. */
  take(key: number | string): Counted | Promise<Counted>;
  /** Whether `max` are reached in the running window, without counting. */
  isFull(key: number | string, max: number): boolean | Promise<boolean>;
}

/** Opens counts of one thing; `name` is the same in every process. */
export type OpenRateCounter = (name: string, windowMs: number) => RateCounter;
