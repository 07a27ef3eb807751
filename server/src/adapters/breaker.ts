import type { Clock } from '../ports/clock.ts';

export interface BreakerParts {
  readonly clock: Clock;
  readonly isOutage: (error: unknown) => boolean;
  /** So many failures in a row open it. */
  readonly failuresMax: number;
  /** While it is open calls are refused at once; then one is let through to see, and again one after as long. */
  readonly openForMs: number;
}

export interface Breaker {
  /** Not when one may be let through: who looks here first would never ask again. */
  readonly isOpen: boolean;
  /**
   * Runs `call`, or answers undefined at once while the other side is known not to answer. Rethrows what `call`
   * throws.
   */
  run<T>(call: () => Promise<T>): Promise<T | undefined>;
  onRecovered(listener: () => void): void;
}

/** Whoever does not answer in time is left alone for a moment, so that nobody waits for nothing. */
export function createBreaker({ clock, isOutage, failuresMax, openForMs }: BreakerParts): Breaker {
  const listeners: (() => void)[] = [];
  let failures = 0;
  let closedAgainAt = 0;

  const isOpen = (): boolean => failures >= failuresMax && clock.now() < closedAgainAt;
  const succeeded = (): void => {
    const recovered = failures >= failuresMax;
    failures = 0;
    if (recovered) for (const listener of listeners) listener();
  };

  return {
    get isOpen() {
      return isOpen();
    },
    async run(call) {
      if (isOpen()) return undefined;
      if (failures >= failuresMax) closedAgainAt = clock.now() + openForMs;
      try {
        const result = await call();
        succeeded();
        return result;
      } catch (error) {
        if (isOutage(error)) {
          failures += 1;
          closedAgainAt = clock.now() + openForMs;
        } else succeeded();
        throw error;
      }
    },
    onRecovered: (listener) => void listeners.push(listener),
  };
}
