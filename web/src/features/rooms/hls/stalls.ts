import type { ConnectionStep } from '@frontrow/core/rooms/connection-quality.ts';

/** A seek takes a moment, and so does a segment that comes late. */
const weakAfterMs = 2_000;
const lostAfterMs = 10_000;
/** A connection that stalled a moment ago stalls again, more often than not. */
const weakForMs = 30_000;
/** Browsers slow the timers of hidden pages down to one look a second. Who looks more rarely was asleep. */
export const asleepMs = 5_000;

interface Seen {
  /** By any clock that only moves forward. */
  readonly nowMs: number;
  /** Where the player is, in seconds. */
  readonly at: number;
  /** There is more to play, and the viewer wants it: a picture that stands still waits for the network. */
  readonly waits: boolean;
}

/** How good the connection of a viewer by HLS is, by how long their picture stands still. */
export function createStalls(): (seen: Seen) => ConnectionStep {
  let at = -1;
  let movedMs = 0;
  let lookedMs = -Infinity;
  let weakUntilMs = -Infinity;

  return (seen) => {
    const stands = seen.waits && Math.abs(seen.at - at) <= 0.01;
    const slept = seen.nowMs - lookedMs >= asleepMs;
    ({ at } = seen);
    lookedMs = seen.nowMs;
    if (!stands || slept) movedMs = seen.nowMs;
    const stoodMs = seen.nowMs - movedMs;
    if (stoodMs >= weakAfterMs) weakUntilMs = seen.nowMs + weakForMs;
    if (stoodMs >= lostAfterMs) return 'lost';
    return seen.nowMs < weakUntilMs ? 'weak' : 'good';
  };
}
