import { refuse } from '@frontrow/core/refuse.ts';

const waitingMax = 20;

/** Runs work one after another; more than 20 waiting is refused, so that pictures never pile up in memory. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (work) => {
    if (waiting >= waitingMax) throw refuse('temporarily_unavailable', {}, { retryAfter: 5 });
    waiting++;
    const mine = last.then(work, work).finally(() => waiting--);
    last = mine.catch(() => undefined);
    return mine;
  };
}
