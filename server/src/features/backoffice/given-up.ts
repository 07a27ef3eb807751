import type { WireAdminDelivery, WireAdminWebhook } from '@frontrow/contract/backoffice/api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { pageOf } from '../../db/cursors.ts';
import { pageRows } from './cursor.ts';
import type { BackofficeDeps } from './backoffice-deps.ts';

interface DeliveryRow {
  fact_id: number;
  handler: string;
  queue: NonNullable<WireAdminDelivery['delivery_kind']>;
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
  const rows = await sql.query<DeliveryRow>(
    `SELECT d.fact_id, d.handler, d.queue, f.topic, d.attempts, d.recipient, d.last_error,
       d.given_up_at IS NOT NULL AS given_up, (extract(epoch FROM f.created_at) * 1000)::bigint AS recorded_ms,
       CASE WHEN isfinite(d.next_at) THEN (extract(epoch FROM d.next_at) * 1000)::bigint END AS next_ms
     FROM fact_delivery d JOIN outbox f ON f.id = d.fact_id
     WHERE d.last_error IS NOT NULL AND ($3::boolean IS NULL OR (d.given_up_at IS NOT NULL) = $3)
       AND (d.fact_id, d.handler) > ($1::bigint, $2)
     ORDER BY d.fact_id, d.handler LIMIT $4`,
    [factId, handler, state === undefined ? null : state === 'given_up', pageRows + 1],
  );
  const { page, lastBefore: last } = pageOf(rows, pageRows);
  return { deliveries: page.map(deliveryOf), next: last ? `${last.fact_id}:${last.handler}` : null };
}

const deliveryOf = (row: DeliveryRow): WireAdminDelivery => ({
  fact_id: row.fact_id,
  fact_topic: row.topic,
  fact_recorded: row.recorded_ms,
  delivery_handler: row.handler,
  delivery_kind: row.queue,
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

type WebhookState = 'waiting' | 'given_up';

interface WebhookRow {
  provider: string;
  event_id: string;
  type: string;
  object_ref: string | null;
  micros: string;
  received_ms: number;
  next_ms: number | null;
  attempts: number;
  given_up: boolean;
  last_error: string | null;
}

/** Webhooks that are not processed, oldest first: an incident is read from its beginning. */
export async function listAdminWebhooks(
  sql: Sql,
  { state, cursor }: { state: WebhookState | undefined; cursor: string | undefined },
): Promise<{ webhooks: WireAdminWebhook[]; next: string | null }> {
  const [micros, provider, id] = cursor?.split(/:([a-z_]+):(.*)/) ?? ['0', '', ''];
  const rows = await sql.query<WebhookRow>(
    `SELECT provider, event_id, type, object_ref, attempts, last_error, next_at = 'infinity' AS given_up,
       (extract(epoch FROM received_at) * 1000000)::bigint::text AS micros,
       (extract(epoch FROM received_at) * 1000)::bigint AS received_ms,
       CASE WHEN isfinite(next_at) THEN (extract(epoch FROM next_at) * 1000)::bigint END AS next_ms
     FROM provider_event
     WHERE processed_at IS NULL AND ($4::boolean IS NULL OR (next_at = 'infinity') = $4)
       AND (received_at, provider, event_id) > ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2, $3)
     ORDER BY received_at, provider, event_id LIMIT $5`,
    [micros, provider, id, state === undefined ? null : state === 'given_up', pageRows + 1],
  );
  const { page, lastBefore: last } = pageOf(rows, pageRows);
  return { webhooks: page.map(webhookOf), next: last ? `${last.micros}:${last.provider}:${last.event_id}` : null };
}

const webhookOf = (row: WebhookRow): WireAdminWebhook => ({
  payment_provider: row.provider,
  webhook_id: row.event_id,
  webhook_type: row.type,
  webhook_reference: row.object_ref,
  webhook_received: row.received_ms,
  webhook_attempts: row.attempts,
  webhook_given_up: row.given_up,
  webhook_next: row.next_ms,
  webhook_error: row.last_error,
});

/** Has a webhook that waits or was given up processed now. */
export async function retryWebhook(
  { db, ticketing, accounts }: BackofficeDeps,
  { adminId, provider, id }: { readonly adminId: number; readonly provider: string; readonly id: string },
): Promise<void> {
  await db.tx(async (tx) => {
    const verdict = await ticketing.retryWebhook(tx, provider, id);
    if (verdict === 'unknown') throw refuse('webhook_not_found');
    if (verdict === 'processed') throw refuse('webhook_processed');
    await accounts.recordAudit(tx, {
      actorId: adminId,
      action: 'webhook_retried',
      subjectId: undefined,
      details: { provider, webhook: id },
    });
  });
}
