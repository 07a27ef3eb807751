import type { AnswerOf, QueryOf } from '@frontrow/contract/api.ts';
import { type WebhookType } from '@frontrow/core/developers/webhooks.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db, Sql } from '../../../db/db.ts';

type WireDelivery = AnswerOf<'POST /webhook_endpoints/redeliver'>['delivery'];

interface Row {
  id: string;
  type: string;
  state: string;
  attempts: number;
  created_at: Date;
  fact: number;
  last_attempt_at: Date | null;
  next_attempt_at: Date | null;
  body: string;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  took_ms: number | null;
}

const pageSize = 50;

const wireOf = (row: Row): WireDelivery => ({
  id: row.id,
  type: row.type as WebhookType,
  state: row.state as WireDelivery['state'],
  attempts: row.attempts,
  created_at: row.created_at.getTime(),
  last_attempt_at: row.last_attempt_at?.getTime() ?? null,
  next_attempt_at: row.next_attempt_at?.getTime() ?? null,
  body: row.body,
  response_status: row.response_status,
  response_body: row.response_body,
  error: row.error,
  took_ms: row.took_ms,
});

/** Deliveries of an endpoint of this host, the latest fact first. */
export async function listDeliveries(
  sql: Sql,
  actor: Account,
  endpointId: string,
  { state, cursor }: QueryOf<'GET /webhook_endpoints/:id/deliveries'>,
): Promise<AnswerOf<'GET /webhook_endpoints/:id/deliveries'>> {
  const own = await sql.one('SELECT 1 FROM webhook_endpoint WHERE id = $1 AND host_id = $2', [endpointId, actor.id]);
  if (!own) throw refuse('webhook_endpoint_not_found');
  const rows = await sql.query<Row>(
    `SELECT d.id, d.type, d.state, d.attempts, d.created_at, d.fact, d.last_attempt_at,
       CASE WHEN d.state = 'pending' AND isfinite(l.next_at) AND d.attempts > 0 THEN l.next_at END AS next_attempt_at,
       d.body, d.response_status, d.response_body, d.error, d.took_ms
     FROM webhook_delivery d LEFT JOIN webhook_lane l USING (endpoint_id, lane)
     WHERE d.endpoint_id = $1 AND ($2::text IS NULL OR d.state = $2)
       AND ($3::bigint IS NULL OR d.fact < $3)
     ORDER BY d.fact DESC LIMIT $4`,
    [endpointId, state ?? null, cursor ?? null, pageSize + 1],
  );
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return { deliveries: page.map(wireOf), next_cursor: last ? String(last.fact) : null };
}

/** Puts a delivery at the head of what waits for its event, whatever became of it, to be tried for three more days. */
export async function redeliver(db: Db, actor: Account, deliveryId: string): Promise<WireDelivery> {
  const row = await db.tx(async (tx) => {
    const found = await tx.one<{ endpoint_id: string; disabled: boolean }>(
      `SELECT d.endpoint_id, e.disabled_at IS NOT NULL AS disabled
       FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id
       WHERE d.id = $1 AND e.host_id = $2 FOR NO KEY UPDATE OF d`,
      [deliveryId, actor.id],
    );
    if (!found) throw refuse('webhook_delivery_not_found');
    if (found.disabled) throw refuse('webhook_endpoint_disabled');
    const queued = await tx.one<Row & { lane: string }>(
      `UPDATE webhook_delivery SET state = 'pending', attempts = 0, first_attempt_at = NULL WHERE id = $1
       RETURNING id, type, state, attempts, created_at, fact, last_attempt_at,
         NULL::timestamptz AS next_attempt_at, body, response_status, response_body, error, took_ms, lane`,
      [deliveryId],
    );
    await tx.query(
      `INSERT INTO webhook_lane AS l (endpoint_id, lane) VALUES ($1, $2)
       ON CONFLICT (endpoint_id, lane) DO UPDATE SET queued = l.queued + 1, next_at = app_now()`,
      [found.endpoint_id, queued!.lane],
    );
    return queued!;
  });
  return wireOf(row);
}
