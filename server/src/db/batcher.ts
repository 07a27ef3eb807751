import { refuse } from '@frontrow/core/refuse.ts';

export interface BatcherOptions<Request, Answer> {
  /** Requests decided by one round trip. */
  readonly batchMax: number;
  /** Requests that may wait in one lane; more are shed with 503. */
  readonly queueMax: number;
  /** Decides one batch; answers in the order of the requests. It is all or nothing: when it throws, nothing was written. */
  run(key: string, requests: readonly Request[]): Promise<readonly Answer[]>;
  /** Whether one request of the batch may be to blame for this error; otherwise all of them get it. Default: it may. */
  blames?(error: unknown): boolean;
}

export interface Batcher<Request, Answer> {
  add(key: string, request: Request): Promise<Answer>;
}

interface Waiting<Request, Answer> {
  readonly request: Request;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * One lane per key and process: while one batch is at the database the next one gathers, so a hot row is locked once per batch
 * and not once per request. A batch that fails is cut in halves until the one bad request stands alone: it never fails the rest.
 */
export function createBatcher<Request, Answer>({
  batchMax,
  queueMax,
  run,
  blames = () => true,
}: BatcherOptions<Request, Answer>): Batcher<Request, Answer> {
  const lanes = new Map<string, Waiting<Request, Answer>[]>();

  const decide = async (key: string, batch: readonly Waiting<Request, Answer>[]): Promise<void> => {
    try {
      const answers = await run(
        key,
        batch.map((waiting) => waiting.request),
      );
      batch.forEach((waiting, index) => waiting.resolve(answers[index] as Answer));
    } catch (error) {
      if (batch.length === 1 || !blames(error)) {
        for (const waiting of batch) waiting.reject(error);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await decide(key, batch.slice(0, middle));
      await decide(key, batch.slice(middle));
    }
  };

  const drive = async (key: string, queue: Waiting<Request, Answer>[]): Promise<void> => {
    // One turn of the event loop lets requests that arrived together go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) await decide(key, queue.splice(0, batchMax));
    lanes.delete(key);
  };

  return {
    add: (key, request) =>
      new Promise<Answer>((resolve, reject) => {
        let queue = lanes.get(key);
        if (queue && queue.length >= queueMax) return reject(refuse('temporarily_unavailable', {}, { retryAfter: 1 }));
        if (!queue) {
          queue = [];
          lanes.set(key, queue);
          void drive(key, queue);
        }
        queue.push({ request, resolve, reject });
      }),
  };
}
