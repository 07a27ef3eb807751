import { refuse } from '@frontrow/core/refuse.ts';

/** Two at a time keep a row's lock busy; more would only hold connections that others need. */
const runningMax = 2;
const waitingMax = 2000;
const retryAfterSeconds = 2;

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Work that would wait for the lock of one row waits here first, without a database connection: a rush on one room
 * leaves the connections to everybody else. The row's lock still decides. Refuses with 503 when the queue is full.
 */
export class RowQueue {
  readonly #queues = new Map<string, Queue>();

  async run<T>(row: string, work: () => Promise<T>): Promise<T> {
    let queue = this.#queues.get(row);
    if (!queue) this.#queues.set(row, (queue = { running: 0, waiting: [] }));
    if (queue.running >= runningMax) {
      if (queue.waiting.length >= waitingMax)
        throw refuse('temporarily_unavailable', {}, { retryAfter: retryAfterSeconds });
      // Work that ends hands its place on, so `running` stays as it is.
      await new Promise<void>((resolve) => queue.waiting.push(resolve));
    } else queue.running += 1;
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else {
        queue.running -= 1;
        if (queue.running === 0) this.#queues.delete(row);
      }
    }
  }
}
