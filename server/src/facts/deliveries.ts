import { cutText } from '@frontrow/core/kernel/cut-text.ts';
import { createBatcher } from '../db/batcher.ts';
import type { Sql } from '../db/db.ts';
import { type FactHandler, priorities, type QueueName, type StoredFact } from './fact-handler.ts';

/** One handler's part of one fact, held by this process for a while. */
export interface Delivery {
  readonly fact: StoredFact;
  readonly topic: string;
  readonly handler: string;
  readonly rank: number;
  /** This one included. */
  readonly attempts: number;
  /** What recorded the fact, where traces are collected. */
  readonly trace: string | undefined;
}

interface Row {
  fact_id: number;
  handler: string;
  rank: number;
  attempts: number;
  dedupe_key: string;
  topic: string;
  payload: unknown;
  traceparent: string | null;
}

/**
 * The deliveries of one queue. Several processes share them (SKIP LOCKED). A statement that waits for several rows
 * locks them by fact and handler: one held too long is another worker's, too, and the two would wait for each other.
 */
export interface Deliveries {
  /**
   * Writes a delivery for each handler of facts that have none yet, of topics that concern this queue; returns how many
   * facts these were. A fact of a topic that this process does not know waits for one that does.
   */
  handOut(max: number): Promise<number>;
  /** Those never tried come first within a rank, so that slow ones that keep failing delay nobody. */
  claim(max: number): Promise<Delivery[]>;
  complete(delivery: Delivery): Promise<void>;
  /** Due again after a wait that doubles. One that was held too long and claimed anew meanwhile is left alone. */
  fail(delivery: Delivery, error: string): Promise<void>;
  /** None of these was tried. One that was held too long and claimed anew meanwhile stays with its new owner. */
  giveBack(held: readonly Delivery[]): Promise<void>;
}

/** Deliveries of a worker that died are free for others after this. */
const claimSeconds = 60;
const backoffSecondsMax = 600;
const completedMax = 100;

export function createDeliveries(sql: Sql, handlers: readonly FactHandler[], queue: QueueName): Deliveries {
  const handOut = createHandOut(sql, handlers, queue);
  const complete = createBatcher<Delivery, undefined>({
    batchMax: completedMax,
    waitingMax: Infinity,
    async run(_all, done) {
      await sql.query(
        `DELETE FROM fact_delivery WHERE (fact_id, handler) IN (
           SELECT d.fact_id, d.handler FROM fact_delivery d
             JOIN unnest($1::bigint[], $2::text[]) AS done (fact_id, handler) USING (fact_id, handler)
           ORDER BY d.fact_id, d.handler FOR UPDATE OF d)`,
        [done.map(({ fact }) => fact.id), done.map(({ handler }) => handler)],
      );
      return done.map(() => undefined);
    },
  });
  return {
    handOut,
    async claim(max) {
      const rows = await sql.query<Row>(
        `UPDATE fact_delivery d SET attempts = d.attempts + 1, next_at = app_now() + make_interval(secs => $3)
         FROM outbox f
         WHERE f.id = d.fact_id AND (d.fact_id, d.handler) IN (
           SELECT fact_id, handler FROM fact_delivery WHERE queue = $1 AND next_at <= app_now()
           ORDER BY rank, attempts, fact_id LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING d.fact_id, d.handler, d.rank, d.attempts, f.dedupe_key, f.topic, f.payload,
           f.traceparent`,
        [queue, max, claimSeconds],
      );
      return rows
        .map(deliveryOf)
        .toSorted((a, b) => a.rank - b.rank || a.attempts - b.attempts || a.fact.id - b.fact.id);
    },
    complete: (delivery) => complete('all', delivery),
    async fail({ fact, handler, attempts }, error) {
      const wait = Math.min(2 ** Math.min(attempts, 12), backoffSecondsMax);
      await sql.query(
        `UPDATE fact_delivery SET next_at = app_now() + make_interval(secs => $4), last_error = $5
         WHERE fact_id = $1 AND handler = $2 AND attempts = $3`,
        [fact.id, handler, attempts, wait, cutText(error, 500)],
      );
    },
    async giveBack(held) {
      await sql.query(
        `UPDATE fact_delivery SET attempts = attempts - 1, next_at = app_now() WHERE (fact_id, handler) IN (
           SELECT d.fact_id, d.handler FROM fact_delivery d
             JOIN unnest($1::bigint[], $2::text[], $3::int[]) AS held (fact_id, handler, attempts)
               USING (fact_id, handler, attempts)
           ORDER BY d.fact_id, d.handler FOR UPDATE OF d)`,
        [held.map(({ fact }) => fact.id), held.map(({ handler }) => handler), held.map(({ attempts }) => attempts)],
      );
    },
  };
}

function createHandOut(sql: Sql, handlers: readonly FactHandler[], queue: QueueName): Deliveries['handOut'] {
  const rankOf = ({ priority = 'urgent' }: FactHandler): number => priorities.indexOf(priority);
  const ofQueue = handlers.filter((handler) => (handler.queue ?? 'main') === queue);
  const rankByTopic = Object.fromEntries(
    [...Map.groupBy(ofQueue, ({ topic }) => topic)].map(([topic, ones]) => [topic, Math.min(...ones.map(rankOf))]),
  );
  const columns = [
    handlers.map(({ topic }) => topic),
    handlers.map(({ name }) => name),
    handlers.map((handler) => handler.queue ?? 'main'),
    handlers.map(rankOf),
  ];
  return async (max) => {
    const row = await sql.one<{ facts: number }>(
      `WITH fresh AS (
         SELECT id, topic FROM outbox WHERE sent_at IS NULL AND topic = ANY ($5)
         ORDER BY ($6::jsonb -> topic)::int, id LIMIT $7 FOR UPDATE SKIP LOCKED
       ), sent AS (
         UPDATE outbox o SET sent_at = app_now() FROM fresh WHERE o.id = fresh.id
       ), written AS (
         INSERT INTO fact_delivery (fact_id, handler, queue, rank)
         SELECT fresh.id, h.name, h.queue, h.rank
         FROM fresh JOIN unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS h (topic, name, queue, rank)
           ON h.topic = fresh.topic
         ON CONFLICT DO NOTHING
       )
       SELECT count(*) AS facts FROM fresh`,
      [...columns, Object.keys(rankByTopic), JSON.stringify(rankByTopic), max],
    );
    return row?.facts ?? 0;
  };
}

const deliveryOf = ({ fact_id, handler, rank, attempts, dedupe_key, topic, payload, traceparent }: Row): Delivery => ({
  fact: { id: fact_id, dedupeKey: dedupe_key, payload },
  trace: traceparent ?? undefined,
  topic,
  handler,
  rank,
  attempts,
});
