import { refuse } from '@frontrow/core/refuse.ts';
import { ConcurrencyLimiter } from '../concurrency-limiter.ts';

export interface BatcherOptions<Request, Answer> {
  /** Requests of one batch. */
  readonly batchMax: number;
  /** Requests of one key that may wait; more are refused with 503. */
  readonly waitingMax: number;
  /** Batches of one key that run at the same time. Default: 1. */
  readonly runningMax?: number;
  /** Runs one batch and answers in the order of its requests. All or nothing: when it throws, nothing was written. */
  run(key: string, requests: readonly Request[]): Promise<readonly Answer[]>;
  /**
   * Whether a batch that failed like this is run again in halves until the one bad request stands alone, so that it
   * never fails the others. Default: no, the error is everybody's.
   */
  splitsOn?(error: unknown): boolean;
}

interface Waiting<Request, Answer> {
  readonly request: Request;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Queue<Request, Answer> {
  readonly waiting: Waiting<Request, Answer>[];
  running: number;
}

/**
 * Runs requests of one key in batches: what arrives in the same turn of the event loop, or while earlier batches run,
 * goes to the database together. A rush is then a few statements, and a hot row is locked once per batch.
 */
export function createBatcher<Request, Answer>({
  batchMax,
  waitingMax,
  runningMax = 1,
  run,
  splitsOn = () => false,
}: BatcherOptions<Request, Answer>): (key: string, request: Request) => Promise<Answer> {
  const queues = new Map<string, Queue<Request, Answer>>();

  const answer = async (key: string, batch: readonly Waiting<Request, Answer>[]): Promise<void> => {
    try {
      const answers = await run(
        key,
        batch.map(({ request }) => request),
      );
      batch.forEach((one, index) => one.resolve(answers[index] as Answer));
    } catch (error) {
      if (batch.length === 1 || !splitsOn(error)) {
        for (const one of batch) one.reject(error);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await answer(key, batch.slice(0, middle));
      await answer(key, batch.slice(middle));
    }
  };

  const start = (key: string, queue: Queue<Request, Answer>): void => {
    while (queue.running < runningMax && queue.waiting.length > 0) {
      queue.running += 1;
      void answer(key, queue.waiting.splice(0, batchMax)).then(() => {
        queue.running -= 1;
        start(key, queue);
        if (queue.running === 0) queues.delete(key);
      });
    }
  };

  return (key, request) =>
    new Promise<Answer>((resolve, reject) => {
      const queue = queues.get(key) ?? { waiting: [], running: 0 };
      queues.set(key, queue);
      if (queue.waiting.length >= waitingMax) return reject(refuse('temporarily_unavailable', {}, { retryAfter: 1 }));
      // Requests that arrive in this turn of the event loop go with the first batch.
      if (queue.waiting.length === 0) setImmediate(() => start(key, queue));
      queue.waiting.push({ request, resolve, reject });
    });
}

/**
 * Looks rows up by key, up to 512 by one statement. `read` answers in the order of the keys, with undefined for a row
 * that does not exist.
 */
export function batchedReads<Key, Found>(
  read: (keys: readonly Key[]) => Promise<readonly (Found | undefined)[]>,
): (key: Key) => Promise<Found | undefined> {
  const add = createBatcher<Key, Found | undefined>({
    batchMax: 512,
    waitingMax: 20_000,
    runningMax: 2,
    run: (_all, keys) => read(keys),
  });
  return (key) => add('all', key);
}

/** Looks rows up by their `id`, up to 512 by one statement that may answer in any order. */
export const batchedRows = <Row extends { readonly id: string }>(
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
): ((id: string) => Promise<Row | undefined>) =>
  batchedReads<string, Row>(async (ids) => {
    const byId = new Map((await read(ids)).map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  });

/** One read for everybody who asks for the same key at the same time. No read begins before its readers asked. */
export function sharedReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const add = createBatcher<undefined, T>({
    batchMax: Infinity,
    waitingMax: Infinity,
    async run(key, readers) {
      const found = await read(key);
      return readers.map(() => found);
    },
  });
  return (key) => add(key, undefined);
}

/** Two at a time keep a row's lock busy; more would only hold connections that others need. */
const rowLimit = { runningMax: 2, waitingMax: 2000, retryAfterSeconds: 2 };

/**
 * Work that would wait for the lock of one row waits here first, without a database connection: a rush on one room
 * leaves the connections to everybody else. The row's lock still decides. Refuses with 503 when the queue is full.
 */
export class RowQueue {
  readonly #limiters = new Map<string, ConcurrencyLimiter>();

  async run<T>(row: string, work: () => Promise<T>): Promise<T> {
    const limiter = this.#limiters.get(row) ?? new ConcurrencyLimiter(rowLimit);
    this.#limiters.set(row, limiter);
    try {
      return await limiter.run(work);
    } finally {
      if (limiter.isIdle && this.#limiters.get(row) === limiter) this.#limiters.delete(row);
    }
  }
}
