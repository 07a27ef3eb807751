import type { Db } from '../db/db.ts';
import type { Logger } from '../ports/log.ts';
import { type FactHandler, priorities } from './fact-handler.ts';
import { batchMsMax, createFactQueue, pollMsDefault } from './queue.ts';

export interface Dispatcher {
  /** Handles due facts until none is left; returns how many. */
  drain(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

export interface DispatcherOptions {
  /** Whether many people wait for an answer of this process. */
  readonly inRush?: () => boolean;
  readonly batchMs?: number;
  readonly pollMs?: number;
}

/** More than the mail server is given at once, so that the next mails are written while it takes these. */
const mailsAtOnce = 32;

/**
 * Delivers the outbox in queues beside each other. Several processes may run it. A failing fact is tried again with
 * back-off, forever.
 */
export function createDispatcher(
  db: Db,
  handlers: readonly FactHandler[],
  log: Logger,
  { inRush = () => false, batchMs = batchMsMax, pollMs = pollMsDefault }: DispatcherOptions = {},
): Dispatcher {
  const byTopic = Map.groupBy(handlers, ({ topic }) => topic);
  for (const [topic, ones] of byTopic)
    if (new Set(ones.map(({ waitsFor }) => waitsFor)).size > 1) throw new Error(`${topic} is in two queues`);
  const topicsWhere = (is: (handler: FactHandler) => boolean): string[] =>
    [...byTopic].filter(([, ones]) => ones.every(is)).map(([topic]) => topic);
  const ownQueues = (['mail', 'payments'] as const)
    .map((who) => ({
      only: topicsWhere(({ waitsFor }) => waitsFor === who),
      canWait: who === 'mail',
      atOnce: who === 'mail' ? mailsAtOnce : 1,
    }))
    .filter(({ only }) => only.length > 0);
  const rankOf = (ones: readonly FactHandler[]): number =>
    Math.min(...ones.map(({ priority = 'urgent' }) => priorities.indexOf(priority)));
  const rankByTopic = new Map([...byTopic].map(([topic, ones]) => [topic, rankOf(ones)]));
  const parts = { db, log, byTopic, rankByTopic, inRush, batchMs, pollMs };
  const queues = [
    createFactQueue({ ...parts, which: { except: ownQueues.flatMap(({ only }) => only) }, canWait: false, atOnce: 1 }),
    ...ownQueues.map(({ only, ...more }) => createFactQueue({ ...parts, ...more, which: { only } })),
  ];

  const drainAll = async (): Promise<number> => {
    let handled = 0;
    // A fact handled in one queue may record another one for another queue.
    for (;;) {
      const counts = await Promise.all(queues.map((queue) => queue.drain()));
      const more = counts.reduce((sum, count) => sum + count, 0);
      if (more === 0) return handled;
      handled += more;
    }
  };
  const underWay = new Set<Promise<number>>();

  return {
    drain() {
      const drained = drainAll().finally(() => underWay.delete(drained));
      underWay.add(drained);
      return drained;
    },
    start() {
      for (const queue of queues) queue.start();
    },
    async stop() {
      await Promise.all(queues.map((queue) => queue.stop()));
      // Callers of `drain` go from queue to queue until none has work left.
      await Promise.allSettled(underWay);
    },
  };
}
