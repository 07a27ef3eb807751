import { performance } from 'node:perf_hooks';
import type { Logger } from '../ports/log.ts';
import type { Deliveries, Delivery } from './deliveries.ts';

/** Facts that one statement hands out. */
const fanOutMax = 500;
/** In a rush batches are small: each is work that buyers wait for. */
const rushBatchMax = 50;
/** In a rush a queue that can wait handles a batch only every fifth turn. */
const skippedTurnsMax = 4;

export interface QueueParts {
  /** For the log. */
  readonly name: string;
  readonly deliveries: Deliveries;
  readonly log: Logger;
  handle(delivery: Delivery): Promise<void>;
  /** Deliveries claimed together, and handled at the same time. */
  readonly batchMax: number;
  readonly atOnce: number;
  /** Whether this queue may skip turns in a rush. */
  readonly canWait: boolean;
  /** Whether many people wait for an answer of this process: a process in a rush handles one batch per turn. */
  readonly inRush: () => boolean;
  /**
   * After this long the rest of a batch is released: emails may be slow, and more urgent ones may be waiting.
   */
  readonly batchMs: number;
  /**
   * Deliveries of one line are handled one after another, in the order in which they were claimed. One that waits for
   * its line holds no place of `atOnce`, so it does not delay the release of the rest. The order is kept within one
   * process, and only while none of them fails.
   */
  readonly lineOf?: (delivery: Delivery) => string | undefined;
}

export interface DeliveryQueue {
  /** Handles due deliveries until none is left; returns how many. */
  drain(): Promise<number>;
  /** One turn of background work, unless one is under way. Never rejects. */
  turn(): Promise<void>;
  /** No new turns; resolves when the batch under way is done. */
  stop(): Promise<void>;
}

/** One queue of deliveries. Each process that runs it handles up to `atOnce` at the same time. */
export function createQueue({
  name,
  deliveries,
  log,
  handle,
  batchMax,
  atOnce,
  canWait,
  inRush,
  batchMs,
  lineOf = () => undefined,
}: QueueParts): DeliveryQueue {
  let running: Promise<number> | undefined;
  let again = false;
  let stopped = false;

  /** New facts are handed out before each batch, so that what is urgent goes before what waits longer. */
  const claim = async (): Promise<{ batch: Delivery[]; isLast: boolean }> => {
    const max = inRush() ? Math.min(rushBatchMax, batchMax) : batchMax;
    if (inRush()) await deliveries.fanOut(max);
    else while ((await deliveries.fanOut(fanOutMax)) === fanOutMax);
    const batch = await deliveries.claim(max);
    return { batch, isLast: batch.length < max };
  };

  const deliver = async (delivery: Delivery): Promise<void> => {
    try {
      await handle(delivery);
    } catch (error) {
      const { topic, handler, attempts } = delivery;
      const fields = { topic, handler, attempts, error: String(error) };
      if (await deliveries.fail(delivery, error)) log.error(fields, 'fact given up');
      else log.warn(fields, 'fact not handled, will be tried again');
      return;
    }
    await deliveries.complete(delivery);
  };

  const drainWhile = async (goOn: () => boolean): Promise<number> => {
    let handled = 0;
    for (;;) {
      const { batch, isLast } = await claim();
      const until = performance.now() + batchMs;
      const waiting = batch.map((delivery) => ({ delivery, line: lineOf(delivery) ?? delivery }));
      const busy = new Set<unknown>();
      const next = (): (typeof waiting)[number] | undefined => {
        if (waiting.length < batch.length && performance.now() >= until) return undefined;
        const at = waiting.findIndex(({ line }) => !busy.has(line));
        return at < 0 ? undefined : waiting.splice(at, 1)[0];
      };
      // A worker that finds no line free may end: the worker of each busy line goes on with it.
      const work = async (): Promise<void> => {
        for (let one = next(); one; one = next()) {
          busy.add(one.line);
          await deliver(one.delivery);
          busy.delete(one.line);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      handled += batch.length - waiting.length;
      if (waiting.length > 0) await deliveries.release(waiting.map(({ delivery }) => delivery));
      if ((isLast && waiting.length === 0) || !goOn()) return handled;
    }
  };

  const run = (goOn: () => boolean): Promise<number> => {
    running = (async () => {
      let handled = 0;
      do {
        // Who calls `drain` in the meantime is owed an empty queue.
        const all = again;
        again = false;
        handled += await drainWhile(() => all || again || goOn());
      } while (again);
      return handled;
    })().finally(() => (running = undefined));
    return running;
  };

  let skipped = 0;
  /** In a rush buyers come first: emails can wait some seconds, buyers do not. */
  const skipsTurn = (): boolean => {
    if (!canWait) return false;
    skipped = inRush() && skipped < skippedTurnsMax ? skipped + 1 : 0;
    return skipped > 0;
  };

  return {
    async drain() {
      if (!running) return run(() => true);
      again = true;
      return running;
    },
    async turn() {
      if (stopped || running || skipsTurn()) return;
      try {
        // `stop` waits for one batch only.
        await run(() => !stopped && !inRush());
      } catch (error) {
        log.warn({ queue: name, error: String(error) }, 'outbox not reachable');
      }
    },
    async stop() {
      stopped = true;
      await running?.catch(() => 0);
    },
  };
}
