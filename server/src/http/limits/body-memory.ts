import { seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';

/** Takes as many bytes of memory for large bodies as are free, in the order in which they were asked for. */
export interface BodyMemory {
  /** Resolves to what gives them back. Throws `temporarily_unavailable` for those who wait too long. */
  take(bytes: number): Promise<() => void>;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/** Reading, decoding and judging the largest form takes a second or two. */
const waitMsMax = seconds(45);

/**
 * Bounds what all large bodies of a process take together. One that is larger than the bound is taken alone. They wait
 * on disk, so a slow sender holds no memory.
 */
export function bodyMemory(bytesMax: number, waitMs = waitMsMax): BodyMemory {
  let taken = 0;
  const waiting: Waiting[] = [];
  const fits = (bytes: number): boolean => taken === 0 || taken + bytes <= bytesMax;
  const beginNext = (): void => {
    while (waiting[0] && fits(waiting[0].bytes)) waiting.shift()!.begin();
  };
  return {
    async take(bytes) {
      const release = (): (() => void) => {
        taken += bytes;
        let isTaken = true;
        return () => {
          if (!isTaken) return;
          isTaken = false;
          taken -= bytes;
          beginNext();
        };
      };
      if (waiting.length === 0 && fits(bytes)) return release();
      return new Promise((resolve, reject) => {
        const giveUp = setTimeout(() => {
          waiting.splice(waiting.indexOf(mine), 1);
          reject(refuse('temporarily_unavailable', {}, { retryAfter: 5 }));
          // A smaller one behind it may fit.
          beginNext();
        }, waitMs);
        const mine: Waiting = {
          bytes,
          begin() {
            clearTimeout(giveUp);
            resolve(release());
          },
        };
        waiting.push(mine);
      });
    },
  };
}
