import { asleepMs } from './stalls.ts';

/** Nothing moved for this long: the player does not wait for its next segment alone. */
const stoppedAfterMs = 2_500;
/** The playlist is loaded every two seconds. Without one for this long, nothing is known of the host. */
export const cutOffAfterMs = 6_000;
/** Closer to the end of what was sent than this nothing is left that could be played. */
export const endSeconds = 1;

interface Loaded {
  /** Where the playlist ends; undefined before the first one. */
  readonly edge: number | undefined;
  readonly isAllLoaded: boolean;
  /** Where that ends of which the player has both picture and sound; undefined before the first segment. */
  readonly loadedTo: number | undefined;
}

/**
 * How far a player can come, in seconds. An encoder that was cut off may have sent a second or two of sound without
 * picture: the playlist counts them, and no player gets there.
 */
export const reachOf = ({ edge = Number.POSITIVE_INFINITY, isAllLoaded, loadedTo = edge }: Loaded): number =>
  isAllLoaded ? Math.min(edge, loadedTo) : edge;

interface Seen {
  /** By any clock that only moves forward. */
  readonly nowMs: number;
  /** Where the player is, and how far it can come, in seconds from the beginning of the broadcast. */
  readonly at: number;
  readonly end: number;
  readonly paused: boolean;
  /** Playlists do not arrive any more. */
  readonly isCutOff: boolean;
  /** How long ago that was on stage, which is now shown; null before the first picture. */
  readonly behindMs: number | null;
}

/** Where a viewer is. */
interface Place {
  readonly behindMs: number | null;
  /** The host sends nothing any more: what is shown is the last picture there is. */
  readonly isStopped: boolean;
  /** The viewer's own connection is gone, and what was loaded before has been shown. */
  readonly isCutOff: boolean;
}

/**
 * Follows where a player by HLS is. At the end of what was sent nobody falls behind the stage, where nothing happens
 * either: how far behind they are stays what it was, and with it how late they read the chat.
 */
export function createPlayhead(): (seen: Seen) => Place {
  let at = -1;
  let movedMs = 0;
  let lookedMs = -Infinity;
  let behindMs: number | null = null;

  return (seen) => {
    const hasMoved = Math.abs(seen.at - at) > 0.01;
    const waits = !seen.paused && seen.behindMs !== null;
    const isAtEnd = waits && seen.end - seen.at < endSeconds;
    const isCutOff = waits && seen.isCutOff;
    if (hasMoved || !(isAtEnd || isCutOff)) {
      at = seen.at;
      movedMs = seen.nowMs;
      ({ behindMs } = seen);
    }
    // Nobody saw what was played in the meantime, or that it stood.
    if (seen.nowMs - lookedMs >= asleepMs) movedMs = seen.nowMs;
    lookedMs = seen.nowMs;
    const stands = seen.nowMs - movedMs >= stoppedAfterMs;
    return { behindMs, isStopped: stands && !isCutOff, isCutOff: stands && isCutOff };
  };
}
