import type { Sql } from '../../../db/db.ts';

/** Orders refunded per transaction, so that a full house never locks its event for long. */
const refundBatchMax = 200;
/** A house of 100,000 takes 500 batches; the limit only stops a loop that makes no progress. */
const batchesMax = 2_000;

/** Refunds every buyer of an event and frees its held seats. Safe to run again: only paid orders are refunded. */
async function refundEvent(sql: Sql, eventId: string, reason: string): Promise<void> {
  await sql.query('SELECT cancel_holds($1)', [eventId]);
  await inBatches(() =>
    sql.one<{ done: number }>('SELECT refund_orders($1, $2, NULL, $3) AS done', [eventId, reason, refundBatchMax]),
  );
}

/**
 * Of a cancelled event nobody keeps money: also what the host kept of tickets that their holders cancelled goes back.
 * Safe to run again.
 */
export async function refundCancelledEvent(sql: Sql, eventId: string): Promise<void> {
  await refundEvent(sql, eventId, 'event_cancelled');
  await inBatches(() =>
    sql.one<{ done: number }>("SELECT refund_kept_parts($1, 'event_cancelled', $2) AS done", [eventId, refundBatchMax]),
  );
}

async function inBatches(run: () => Promise<{ done: number } | undefined>): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) if (((await run())?.done ?? 0) < refundBatchMax) return;
}

/** Refunds every event whose host was not live in time, where the installation is set to do so. */
export async function refundLateEvents(sql: Sql, lateAfterMs: number): Promise<void> {
  const late = await sql.query<{ id: string }>(
    `SELECT e.id FROM event e
     WHERE e.state = 0 AND e.cancelled_at IS NULL AND e.starts_at <= app_now() - $1 * interval '1 ms'
       AND EXISTS (SELECT 1 FROM orders o WHERE o.event_id = e.id AND o.status = 'paid') ORDER BY e.starts_at LIMIT 20`,
    [lateAfterMs],
  );
  for (const { id } of late) await refundEvent(sql, id, 'host_late');
}
