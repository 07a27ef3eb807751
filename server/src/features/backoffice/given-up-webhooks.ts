import type { WireAdminWebhook } from '@frontrow/contract/backoffice/api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { pageRows } from './cursor.ts';
import type { BackofficeDeps } from './routes.ts';

type WebhookState = 'waiting' | 'given_up';

interface Row {
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
  const rows = await sql.query<Row>(
    `SELECT provider, event_id, type, object_ref, attempts, last_error, next_at = 'infinity' AS given_up,
       (extract(epoch FROM received_at) * 1000000)::bigint::text AS micros,
       (extract(epoch FROM received_at) * 1000)::bigint AS received_ms,
       CASE WHEN isfinite(next_at) THEN (extract(epoch FROM next_at) * 1000)::bigint END AS next_ms
     FROM provider_event
     WHERE processed_at IS NULL AND ($4::boolean IS NULL OR (next_at = 'infinity') = $4)
       AND (received_at, provider, event_id) > ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2, $3)
     ORDER BY received_at, provider, event_id LIMIT $5`,
    [micros, provider, id, state === undefined ? null : state === 'given_up', pageRows],
  );
  const last = rows.length < pageRows ? undefined : rows.at(-1);
  return { webhooks: rows.map(viewOf), next: last ? `${last.micros}:${last.provider}:${last.event_id}` : null };
}

const viewOf = (row: Row): WireAdminWebhook => ({
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
