import { catalogue, type PayloadOf, type Topic } from './catalogue.ts';
import type { Sql } from '../db/db.ts';

/** Most urgent first: what someone waits for at the screen, what someone bought, what merely informs. */
export const priorities = ['urgent', 'normal', 'low'] as const;
export type Priority = (typeof priorities)[number];

/**
 * Calls to an outside party have its own queue, so that a party that hangs delays nothing else. All payment providers
 * share one queue: when one hangs, refunds at the other wait.
 */
export const queueNames = ['main', 'mail', 'payments', 'webhooks', 'push', 'wallets'] as const;
export type QueueName = (typeof queueNames)[number];

/** A fact as it is stored. */
export interface StoredFact {
  readonly id: number;
  readonly dedupeKey: string;
  readonly payload: unknown;
}

export interface RecordedFact<T extends Topic = Topic> extends StoredFact {
  readonly payload: PayloadOf<T>;
}

/** Reacts to a fact. Runs at least once per fact, in any process, so it must be safe to run again. */
export interface FactHandler {
  readonly topic: string;
  /** Stored with each delivery: one topic's handlers have different names. */
  readonly name: string;
  /** `main` where nothing is said. */
  readonly queue?: QueueName;
  /** Order within the queue; `urgent` where nothing is said. */
  readonly priority?: Priority;
  /** Facts of one line are handled one after another: within one process, and while none of them fails. */
  lineOf?(fact: StoredFact): string | undefined;
  handle(fact: StoredFact): Promise<void>;
}

/** A handler of one topic, whose payload is read as the catalogue says. `lineOf` says whose line a fact waits in. */
export const onFact = <T extends Topic>(
  topic: T,
  name: string,
  handle: (fact: RecordedFact<T>) => Promise<void>,
  { lineOf, ...order }: Pick<FactHandler, 'queue' | 'priority'> & { lineOf?: (payload: PayloadOf<T>) => number } = {},
): FactHandler => ({
  topic,
  name,
  ...order,
  ...(lineOf && {
    lineOf(fact) {
      const { success, data } = catalogue[topic].safeParse(fact.payload);
      return success ? String(lineOf(data as PayloadOf<T>)) : undefined;
    },
  }),
  // An error of the reader is one of the handler: tried again, and named in `fact_delivery.last_error`.
  handle: async (fact) => handle({ ...fact, payload: catalogue[topic].parse(fact.payload) as PayloadOf<T> }),
});

/** Something that happened, named in the past tense: `TicketIssued`. */
export type Fact<T extends Topic = Topic> = {
  readonly [K in T]: {
    readonly topic: K;
    /** One per happening: recording it twice stores it once. */
    readonly dedupeKey: string;
    readonly payload: PayloadOf<K>;
  };
}[T];

/** Writes the fact in the transaction that made it true. */
export async function recordFact(tx: Sql, fact: Fact): Promise<void> {
  await tx.query(
    'INSERT INTO outbox (dedupe_key, topic, payload) VALUES ($1, $2, $3) ON CONFLICT (dedupe_key) DO NOTHING',
    [fact.dedupeKey, fact.topic, JSON.stringify(fact.payload)],
  );
}
