/** Steps that are let go on together: what they write is written by one statement. */
const tickMs = 50;

interface Pace {
  /** Whether many people wait for answers of this process; never, where it is left out. */
  readonly inRush: (() => boolean) | undefined;
  /** Steps a second in a rush. */
  readonly perSecond: number;
}

/**
 * Slows down work that can wait while many people wait for answers. Each call resolves when its step may begin: at
 * once, or in a rush in its turn, at the end of a tick.
 */
export function paceInRush({ inRush, perSecond }: Pace): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    if (!inRush?.()) return;
    const now = performance.now();
    nextAt = Math.max(now, nextAt) + 1000 / perSecond;
    const endOfTick = Math.ceil(nextAt / tickMs) * tickMs;
    await new Promise<void>((resolve) => setTimeout(resolve, endOfTick - now));
  };
}
