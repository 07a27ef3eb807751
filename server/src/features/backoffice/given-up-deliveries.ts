import type { WireAdminDelivery } from '@frontrow/contract/backoffice/api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { pageRows } from './cursor.ts';
import type { BackofficeDeps } from './routes.ts';

interface Row {
  fact_id: number;
  handler: string;
  topic: string;
  recorded_ms: number;
  next_ms: number | null;
  attempts: number;
  given_up: boolean;
  recipient: string | null;
  last_error: string | null;
}

/** Deliveries that failed, oldest first: an incident is read from its beginning. */
export async function listAdminDeliveries(
  sql: Sql,
  { state, cursor }: { state: 'waiting' | 'given_up' | undefined; cursor: string | undefined },
): Promise<{ deliveries: WireAdminDelivery[]; next: string | null }> {
  const [factId, handler] = cursor?.split(/:(.*)/s) ?? ['0', ''];
  const rows = await sql.query<Row>(
    `SELECT d.fact_id, d.handler, f.topic, d.attempts, d.recipient, d.last_error,
       d.given_up_at IS NOT NULL AS given_up, (extract(epoch FROM f.created_at) * 1000)::bigint AS recorded_ms,
       CASE WHEN isfinite(d.next_at) THEN (extract(epoch FROM d.next_at) * 1000)::bigint END AS next_ms
     FROM fact_delivery d JOIN outbox f ON f.id = d.fact_id
     WHERE d.last_error IS NOT NULL AND ($3::boolean IS NULL OR (d.given_up_at IS NOT NULL) = $3)
       AND (d.fact_id, d.handler) > ($1::bigint, $2)
     ORDER BY d.fact_id, d.handler LIMIT $4`,
    [factId, handler, state === undefined ? null : state === 'given_up', pageRows],
  );
  const last = rows.length < pageRows ? undefined : rows.at(-1);
  return { deliveries: rows.map(viewOf), next: last ? `${last.fact_id}:${last.handler}` : null };
}

const viewOf = (row: Row): WireAdminDelivery => ({
  fact_id: row.fact_id,
  fact_topic: row.topic,
  fact_recorded: row.recorded_ms,
  delivery_handler: row.handler,
  delivery_attempts: row.attempts,
  delivery_given_up: row.given_up,
  delivery_next: row.next_ms,
  delivery_error: row.last_error,
  delivery_recipient: row.recipient,
});

/** Tries a delivery that waits or was given up now; its address counts as good until it refuses an email again. */
export async function retryDelivery(
  { db, accounts }: BackofficeDeps,
  { adminId, factId, handler }: { readonly adminId: number; readonly factId: number; readonly handler: string },
): Promise<void> {
  await db.tx(async (tx) => {
    const held = await tx.one<{ recipient: string | null; topic: string }>(
      `SELECT d.recipient, f.topic FROM fact_delivery d JOIN outbox f ON f.id = d.fact_id
       WHERE d.fact_id = $1 AND d.handler = $2 AND d.last_error IS NOT NULL FOR UPDATE OF d`,
      [factId, handler],
    );
    if (!held) throw refuse('delivery_not_found');
    if (held.recipient !== null)
      await tx.query('DELETE FROM undeliverable_address WHERE address = $1', [held.recipient]);
    await tx.query(
      `UPDATE fact_delivery SET next_at = app_now(), attempts = 0, failures = 0, first_failed_at = NULL,
         given_up_at = NULL, recipient = NULL
       WHERE fact_id = $1 AND handler = $2`,
      [factId, handler],
    );
    await accounts.recordAudit(tx, {
      actorId: adminId,
      action: 'delivery_retried',
      subjectId: undefined,
      details: { topic: held.topic, handler },
    });
  });
}
