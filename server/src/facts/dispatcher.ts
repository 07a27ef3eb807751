import { seconds } from '@frontrow/core/kernel/instant.ts';
import { SpanKind } from '@opentelemetry/api';
import type { Db } from '../db/db.ts';
import { DeliveryError } from '../ports/delivery-error.ts';
import type { Logger } from '../ports/log.ts';
import { traced } from '../tracing/spans.ts';
import { createDeliveries, type Deliveries, type Delivery } from './deliveries.ts';
import { type FactHandler, queueNames } from './fact-handler.ts';
import { createQueue } from './queue.ts';

export interface Dispatcher {
  /** Handles facts until none is due; returns how many deliveries that were. */
  drain(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

export interface DispatcherOptions {
  /** Whether many people wait for an answer of this process. */
  readonly inRush?: () => boolean;
  /** After this long a queue gives the rest of a batch back. */
  readonly batchMs?: number;
  /** More at once than the email server is given, so that the next emails are written while it takes these. */
  readonly mailsAtOnce?: number;
}

const pollMs = 500;
const oneByOne = { batchMax: 50, atOnce: 1, canWait: false };

/**
 * Delivers the outbox: each fact to each of its handlers, at least once. A handler that fails is retried alone, with
 * growing waits, for five days; then the delivery is kept for an app admin. Several processes may run it.
 */
export function createDispatcher(
  db: Db,
  handlers: readonly FactHandler[],
  log: Logger,
  { inRush = () => false, batchMs = seconds(5), mailsAtOnce = 64 }: DispatcherOptions = {},
): Dispatcher {
  const byName = new Map(handlers.map((handler) => [nameOf(handler.topic, handler.name), handler]));
  if (byName.size < handlers.length) throw new Error('two handlers of one topic have the same name');
  const handle = async ({ topic, handler, fact, trace }: Delivery): Promise<void> => {
    const one = byName.get(nameOf(topic, handler));
    // A process of another version has it.
    if (!one) throw new DeliveryError('this process has no such handler', { retry: 'uncounted' });
    await traced(nameOf(topic, handler), () => one.handle(fact), { kind: SpanKind.CONSUMER, below: trace });
  };
  const lineOf = ({ topic, handler, fact }: Delivery): string | undefined => {
    const name = nameOf(topic, handler);
    const line = byName.get(name)?.lineOf?.(fact);
    return line === undefined ? undefined : `${name}/${line}`;
  };
  const ways = {
    main: oneByOne,
    payments: oneByOne,
    mail: { batchMax: 200, atOnce: mailsAtOnce, canWait: true },
    // They only write what is sent later, so several at once keep up with a sale.
    webhooks: { batchMax: 100, atOnce: 8, canWait: true },
    // Each waits for a push service.
    push: { batchMax: 100, atOnce: 16, canWait: true },
    wallets: { batchMax: 100, atOnce: 8, canWait: true },
  };
  let fannedOut: Promise<unknown> = Promise.resolve();
  /** One queue at a time: a queue that skips facts another one has locked would hand out later facts first. */
  const inTurn =
    (fanOut: Deliveries['fanOut']): Deliveries['fanOut'] =>
    (max) => {
      const count = fannedOut.then(() => fanOut(max));
      fannedOut = count.catch(() => undefined);
      return count;
    };
  const queues = queueNames.map((name) => {
    const deliveries = createDeliveries(db, handlers, name);
    const ordered = { ...deliveries, fanOut: inTurn(deliveries.fanOut) };
    return createQueue({ name, deliveries: ordered, log, handle, lineOf, inRush, batchMs, ...ways[name] });
  });

  const drainAll = async (): Promise<number> => {
    let handled = 0;
    // A handler may record facts for other queues.
    for (;;) {
      const counts = await Promise.all(queues.map((queue) => queue.drain()));
      const more = counts.reduce((sum, count) => sum + count, 0);
      if (more === 0) return handled;
      handled += more;
    }
  };
  const draining = new Set<Promise<number>>();
  const turn = (): void => {
    for (const queue of queues) void queue.turn();
  };
  let timer: NodeJS.Timeout | undefined;

  return {
    drain() {
      const drained = drainAll().finally(() => draining.delete(drained));
      draining.add(drained);
      return drained;
    },
    start() {
      turn();
      timer = setInterval(turn, pollMs);
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(queues.map((queue) => queue.stop()));
      // Callers of `drain` go from queue to queue until none has work left.
      await Promise.allSettled(draining);
    },
  };
}

const nameOf = (topic: string, handler: string): string => `${topic}/${handler}`;
