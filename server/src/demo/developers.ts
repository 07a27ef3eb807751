import { apiKeyPrefixes } from '@frontrow/core/developers/api-keys.ts';
import { webhookTypes } from '@frontrow/core/developers/webhooks.ts';
import { webhookSecrets } from '../features/developers/index.ts';
import { hashOf } from '../keys.ts';
import type { Kit } from '../kit.ts';

/** A domain that is reserved for examples. The endpoint is disabled, so that a demo sends nothing anywhere. */
const url = 'https://tickets.example/hooks';

/** One test key and one endpoint with deliveries for the demo host, once. The key itself is known to no one. */
export async function seedDemoDevelopers(kit: Pick<Kit, 'config' | 'db' | 'ids'>): Promise<void> {
  const { config, db, ids } = kit;
  if (config.production) return;
  const host = await db.one<{ id: number }>(
    `SELECT id FROM app_user u WHERE username = 'host' AND NOT EXISTS (
       SELECT 1 FROM webhook_endpoint e WHERE e.host_id = u.id)`,
  );
  if (!host) return;
  const endpointId = ids.uuid();
  const secret = webhookSecrets(kit).seal(endpointId, `whsec_${Buffer.from(ids.secret()).toString('base64')}`);
  await db.tx(async (tx) => {
    await tx.query(
      `INSERT INTO api_key (id, host_id, name, key_hash, prefix, scopes, test, last_used_at)
       VALUES ($1, $2, 'Website', $3, $4, '{read_events,read_guests,check_in_guests}', true, app_now())`,
      [ids.uuid(), host.id, hashOf(ids.secret()), `${apiKeyPrefixes.test}4mxe`],
    );
    await tx.query(
      `INSERT INTO webhook_endpoint (id, host_id, url, types, secret_sealed, disabled_at, disabled_reason)
       VALUES ($1, $2, $3, $4, $5, app_now(), 'host')`,
      [endpointId, host.id, url, webhookTypes, secret],
    );
    // Numbers below those of facts, which begin at 1.
    await tx.query(
      `INSERT INTO webhook_delivery (id, endpoint_id, lane, fact, type, body, state, attempts, created_at,
         first_attempt_at, last_attempt_at, response_status, response_body, took_ms)
       SELECT gen_random_uuid(), $1, o.event_id::text, -o.n, 'order.paid',
         json_build_object('type', 'order.paid', 'timestamp', o.paid_at, 'data', json_build_object(
           'event_uuid', o.event_id, 'order_uuid', o.id, 'total', o.total_minor / 100.0, 'currency_code', o.currency))::text,
         CASE o.n WHEN 2 THEN 'failed' ELSE 'delivered' END, CASE o.n WHEN 2 THEN 21 ELSE 1 END,
         o.paid_at, o.paid_at, o.paid_at, CASE o.n WHEN 2 THEN 503 ELSE 200 END,
         CASE o.n WHEN 2 THEN 'Down for maintenance' ELSE 'ok' END, 70 + 7 * o.n
       FROM (SELECT o.id, o.event_id, o.total_minor, o.currency, o.paid_at,
               (row_number() OVER (ORDER BY o.paid_at DESC, o.id))::int AS n
             FROM orders o JOIN event e ON e.id = o.event_id
             WHERE e.host_id = $2 AND o.status = 'paid' AND o.currency = 'EUR') AS o
       WHERE o.n <= 4`,
      [endpointId, host.id],
    );
  });
}
