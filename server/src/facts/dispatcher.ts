import type { Db } from '../db/db.ts';
import type { Logger } from '../ports/log.ts';
import type { FactHandler } from './fact-handler.ts';
import { batchMsMax, createLine, shareAtWork } from './line.ts';

export interface Dispatcher {
  /** Handles due facts until none is left; answers how many. */
  drain(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

/** Delivers the outbox, in lines beside each other: several processes may run it; a failing fact is tried again with back-off, forever. */
export function createDispatcher(
  db: Db,
  handlers: readonly FactHandler[],
  log: Logger,
  workShare: () => () => number = shareAtWork,
  batchMs = batchMsMax,
): Dispatcher {
  const byTopic = Map.groupBy(handlers, ({ topic }) => topic);
  for (const [topic, ones] of byTopic)
    if (new Set(ones.map(({ waitsFor }) => waitsFor)).size > 1) throw new Error(`${topic} stands in two lines`);
  const topicsWhere = (is: (handler: FactHandler) => boolean): string[] =>
    [...byTopic].filter(([, ones]) => ones.every(is)).map(([topic]) => topic);
  const apart = (['mail', 'payments'] as const)
    .map((who) => ({ only: topicsWhere(({ waitsFor }) => waitsFor === who), canWait: who === 'mail' }))
    .filter(({ only }) => only.length > 0);
  const patient = topicsWhere((handler) => handler.patient === true);
  const parts = { db, log, byTopic, patient, workShare, batchMs };
  const lines = [
    createLine({ ...parts, which: { except: apart.flatMap(({ only }) => only) }, canWait: false }),
    ...apart.map(({ only, canWait }) => createLine({ ...parts, which: { only }, canWait })),
  ];

  const drainAll = async (): Promise<number> => {
    let handled = 0;
    // What is handled in one line may be followed by something in another.
    for (;;) {
      const counts = await Promise.all(lines.map((line) => line.drain()));
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
      for (const line of lines) line.start();
    },
    async stop() {
      await Promise.all(lines.map((line) => line.stop()));
      // Whoever asked for all of it goes from line to line until none is left.
      await Promise.allSettled(underWay);
    },
  };
}
