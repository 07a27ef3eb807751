import { refuse } from '@frontrow/core/refuse.ts';

/** Keys asked for by one statement. */
const batchMax = 512;
/** Statements of one reader under way; while they are, what is asked gathers for the next. */
const atOnceMax = 2;
/** Keys that may wait; more are shed with 503. */
const waitingMax = 20_000;

interface Waiting<Key, Found> {
  readonly key: Key;
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

/**
 * Looks up by key, where everything asked for in the same turn of the event loop, or while earlier reads run, goes to the database
 * together: a rush of buyers is a few statements and not a rush of them. `read` answers in the order of the keys, undefined for what is not there.
 */
export function batchedReads<Key, Found>(
  read: (keys: readonly Key[]) => Promise<readonly (Found | undefined)[]>,
): (key: Key) => Promise<Found | undefined> {
  const waiting: Waiting<Key, Found>[] = [];

  const answer = async (batch: readonly Waiting<Key, Found>[]): Promise<void> => {
    try {
      const found = await read(batch.map((one) => one.key));
      batch.forEach((one, index) => one.resolve(found[index]));
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  };

  let running = 0;
  const flush = (): void => {
    while (running < atOnceMax && waiting.length > 0) {
      running++;
      void answer(waiting.splice(0, batchMax)).then(() => {
        running--;
        flush();
      });
    }
  };

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= waitingMax) return reject(refuse('temporarily_unavailable', {}, { retryAfter: 1 }));
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ key, resolve, reject });
    });
}
