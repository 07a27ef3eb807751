const firstMs = 500;
const longestMs = 30_000;
/** A connection that lasted this long was a good one: the next attempt is soon again. */
const steadyMs = 10_000;

const dice = (): number => crypto.getRandomValues(new Uint16Array(1))[0]! / 65_535;

/**
 * When to try again: later each time, spread so that a room does not come back in one moment, never before the server
 * says.
 */
export class RetryPause {
  #tries = 0;
  readonly #random: () => number;

  constructor(random = dice) {
    this.#random = random;
  }

  /** The next pause, after a connection that lasted this long (0 for one that was refused). */
  next(lastedMs: number, askedMs = 0): number {
    if (lastedMs >= steadyMs) this.#tries = 0;
    const pause = Math.min(firstMs * 2 ** this.#tries, longestMs);
    this.#tries += 1;
    return Math.max(pause, askedMs) * (1 + this.#random());
  }
}
