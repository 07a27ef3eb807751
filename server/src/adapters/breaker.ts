import type { Clock } from '../ports/clock.ts';

export interface BreakerParts {
  readonly clock: Clock;
  readonly isOutage: (error: unknown) => boolean;
  /** So many failures in a row open it. */
  readonly failuresMax: number;
  /**
   * While it is open calls are refused at once; then one is let through to see. `times` counts how often it opened
   * since the last call that worked.
   */
  readonly openForMs: number | ((times: number, error: unknown) => number);
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

/** A party that does not answer is not called for a while, so that no call waits for nothing. */
export function createBreaker({ clock, isOutage, failuresMax, openForMs }: BreakerParts): Breaker {
  const listeners: (() => void)[] = [];
  let failures = 0;
  let closedAgainAt = 0;
  let openings = 0;
  let waitMs = 0;

  const isOpen = (): boolean => failures >= failuresMax && clock.now() < closedAgainAt;
  const succeeded = (): void => {
    const recovered = failures >= failuresMax;
    failures = 0;
    openings = 0;
    if (recovered) for (const listener of listeners) listener();
  };

  return {
    get isOpen() {
      return isOpen();
    },
    async run(call) {
      if (isOpen()) return undefined;
      const isProbe = failures >= failuresMax;
      if (isProbe) closedAgainAt = clock.now() + waitMs;
      try {
        const result = await call();
        succeeded();
        return result;
      } catch (error) {
        if (isOutage(error)) {
          failures += 1;
          // Calls that were under way when it opened do not open it again.
          if (isProbe || failures === failuresMax) openings += 1;
          waitMs = typeof openForMs === 'number' ? openForMs : openForMs(openings, error);
          closedAgainAt = clock.now() + waitMs;
        } else succeeded();
        throw error;
      }
    },
    onRecovered: (listener) => void listeners.push(listener),
  };
}
