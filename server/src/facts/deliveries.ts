import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import type { Db, Sql } from '../db/db.ts';
import type { Job } from '../jobs/runner.ts';
import { storableText } from '@frontrow/core/kernel/text.ts';
import { createBatcher } from '../db/batcher.ts';
import { DeliveryError } from '../ports/delivery-error.ts';
import { priorities, type FactHandler, type QueueName, type StoredFact } from './fact-handler.ts';

/** Longer than anything waits that could record the same fact again. `invariants.sql` (W03) uses the same limit. */
const keptMs = days(90);
const rowsMax = 5_000;

/** A delivered fact is kept only so that recording it again does nothing. A fact not delivered stays. */
export const purgeDelivered = (db: Db): Job => ({
  name: 'forget facts delivered long ago',
  everyMs: minutes(1),
  async run() {
    await db.query(
      `DELETE FROM outbox WHERE id IN (
         SELECT id FROM outbox WHERE sent_at < app_now() - $1 * interval '1 ms'
           AND NOT EXISTS (SELECT 1 FROM fact_delivery d WHERE d.fact_id = outbox.id)
         ORDER BY sent_at LIMIT ${rowsMax} FOR UPDATE SKIP LOCKED)`,
      [keptMs],
    );
  },
});

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
  fanOut(max: number): Promise<number>;
  /** Those never tried come first within a rank, so that slow ones that keep failing delay no one. */
  claim(max: number): Promise<Delivery[]>;
  complete(delivery: Delivery): Promise<void>;
  /**
   * Due again after a wait that doubles, or given up: at once where another attempt cannot help, else after five days
   * and ten failures. True if it is given up. One that another worker has claimed since is left alone.
   */
  fail(delivery: Delivery, error: unknown): Promise<boolean>;
  /** None of these was tried. One that was held too long and claimed again in the meantime stays with its new owner. */
  release(held: readonly Delivery[]): Promise<void>;
}

/** Deliveries of a worker that died are free for others after this. */
const claimSeconds = 60;
/**
 * Waits double up to ten minutes, and after twelve failures that count up to an hour. During an outage they stay short,
 * so that what waits is delivered soon after it ends.
 */
const longestWaitFactor = 6;
const retriedMs = days(5);
/** Days during which no process ran do not count alone. */
const failuresMin = 10;
const completedMax = 100;

export function createDeliveries(sql: Sql, handlers: readonly FactHandler[], queue: QueueName): Deliveries {
  const fanOut = createFanOut(sql, handlers, queue);
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
    fanOut,
    async claim(max) {
      const rows = await sql.query<Row>(
        `UPDATE fact_delivery d SET attempts = d.attempts + 1, next_at = app_now() + make_interval(secs => $3)
         FROM outbox f
         WHERE f.id = d.fact_id AND (d.fact_id, d.handler) IN (
           SELECT fact_id, handler FROM fact_delivery WHERE queue = $1 AND next_at <= app_now() AND given_up_at IS NULL
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
      const { retry, recipient } = error instanceof DeliveryError ? error : {};
      const row = await sql.one<{ given_up: boolean }>(
        `UPDATE fact_delivery d SET last_error = $4, recipient = $5, failures = n.failures,
           first_failed_at = n.first_failed_at, given_up_at = CASE WHEN n.given_up THEN app_now() END,
           next_at = CASE WHEN n.given_up THEN 'infinity'
             ELSE app_now() + make_interval(secs => least(power(2, least(n.tries, 12)), 600)
               * least(power(2, greatest(least(n.tries - 12, 3), 0)), $9)) END
         FROM (
           SELECT failures + $6 AS failures, CASE WHEN $6 = 0 THEN attempts ELSE failures + 1 END AS tries,
             CASE WHEN $6 = 0 THEN first_failed_at ELSE coalesce(first_failed_at, app_now()) END AS first_failed_at,
             $7 OR ($6 = 1 AND failures + 1 >= $10
               AND first_failed_at <= app_now() - $8 * interval '1 ms') AS given_up
           FROM fact_delivery WHERE fact_id = $1 AND handler = $2 AND attempts = $3 FOR UPDATE) n
         WHERE d.fact_id = $1 AND d.handler = $2
         RETURNING n.given_up`,
        [
          fact.id,
          handler,
          attempts,
          storableText(String(error), 500),
          recipient ?? null,
          retry === 'uncounted' ? 0 : 1,
          retry === 'never',
          retriedMs,
          retry === 'uncounted' ? 1 : longestWaitFactor,
          failuresMin,
        ],
      );
      return row?.given_up === true;
    },
    async release(held) {
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

function createFanOut(sql: Sql, handlers: readonly FactHandler[], queue: QueueName): Deliveries['fanOut'] {
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
