import { refuse } from '@frontrow/core/refuse.ts';

/** Two at a time keep a row's lock busy; more would only hold connections that others need. */
const atOnceMax = 2;
const waitingMax = 2000;
const retryAfterSeconds = 2;

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Work that queues for one row anyway queues here first, without a database connection: a rush on one room leaves the pool
 * to everybody else. The row's lock still decides. Throws `temporarily_unavailable` when the queue is full.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    let lane = this.#lanes.get(key);
    if (!lane) this.#lanes.set(key, (lane = { running: 0, waiting: [] }));
    if (lane.running >= atOnceMax) {
      if (lane.waiting.length >= waitingMax)
        throw refuse('temporarily_unavailable', {}, { retryAfter: retryAfterSeconds });
      // Whoever is done hands its place on.
      await new Promise<void>((resolve) => lane.waiting.push(resolve));
    } else lane.running += 1;
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next) next();
      else {
        lane.running -= 1;
        if (lane.running === 0) this.#lanes.delete(key);
      }
    }
  }
}
