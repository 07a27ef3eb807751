import type { Sql } from '../db/db.ts';
import type { PayloadOf, Topic } from './catalogue.ts';

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
