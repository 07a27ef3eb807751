import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import {
  secretOverlapMs,
  webhookEndpointsMax,
  type WebhookType,
  webhookTypes,
} from '@frontrow/core/developers/webhooks.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql, Tx } from '../../../db/db.ts';
import type { Ids } from '../../../ids.ts';
import type { Kit } from '../../../kit.ts';
import { createSeal } from '../../../seal.ts';
import type { Accounts } from '../../accounts/index.ts';
import { readEndpointUrl } from '../../../outside-url.ts';

export interface EndpointsDeps extends Pick<Kit, 'config' | 'db' | 'ids'> {
  readonly accounts: Pick<Accounts, 'recordAudit'>;
}

type WireEndpoint = AnswerOf<'GET /webhook_endpoints'>['endpoints'][number];
type DisabledReason = NonNullable<WireEndpoint['disabled_reason']>;

interface Row {
  id: string;
  url: string;
  types: string[];
  created_at: Date;
  disabled_reason: string | null;
  previous_until: Date | null;
  deliveries: number;
  failures: number;
}

/** Encrypts the secrets of endpoints, which sign every delivery. */
export function webhookSecrets({ config, ids }: Pick<Kit, 'config' | 'ids'>) {
  const { seal, open } = createSeal(config, 'webhook-secret', ids);
  return {
    seal: (endpointId: string, secret: string): Buffer => seal(endpointId, Buffer.from(secret)),
    open: (endpointId: string, sealed: Buffer): string => open(endpointId, sealed).toString(),
  };
}

/** As Standard Webhooks writes them: 24 bytes. */
const newSecret = (ids: Ids): string => `whsec_${Buffer.from(ids.secret(), 'base64url').toString('base64')}`;

const knownTypes = (types: readonly string[]): WebhookType[] => webhookTypes.filter((type) => types.includes(type));

const wireOf = (row: Row): WireEndpoint => ({
  id: row.id,
  url: row.url,
  events: knownTypes(row.types),
  enabled: row.disabled_reason === null,
  disabled_reason: row.disabled_reason as DisabledReason | null,
  created_at: row.created_at.getTime(),
  previous_secret_until: row.previous_until?.getTime() ?? null,
  deliveries: row.deliveries,
  failures: row.failures,
});

/** All of a host, or one of them. */
export async function listEndpoints(sql: Sql, hostId: number, only?: string): Promise<WireEndpoint[]> {
  const rows = await sql.query<Row>(
    `SELECT e.id, e.url, e.types, e.created_at, e.disabled_reason,
       CASE WHEN e.previous_until > app_now() THEN e.previous_until END AS previous_until,
       coalesce(d.deliveries, 0) AS deliveries, coalesce(d.failures, 0) AS failures
     FROM webhook_endpoint e LEFT JOIN LATERAL (
       SELECT count(*)::int AS deliveries,
         (count(*) FILTER (WHERE state = 'failed' OR (state = 'pending' AND attempts > 0)))::int AS failures
       FROM webhook_delivery WHERE endpoint_id = e.id AND created_at > app_now() - interval '24 hours') d ON true
     WHERE e.host_id = $1 AND ($2::uuid IS NULL OR e.id = $2) ORDER BY e.created_at DESC, e.id LIMIT 100`,
    [hostId, only ?? null],
  );
  return rows.map(wireOf);
}

async function oneEndpoint(sql: Sql, hostId: number, id: string): Promise<WireEndpoint> {
  const [found] = await listEndpoints(sql, hostId, id);
  if (!found) throw refuse('webhook_endpoint_not_found');
  return found;
}

const readTypes = (events: readonly WebhookType[]): WebhookType[] => {
  if (events.length === 0) throw refuse('webhook_events_required', {}, { field: 'events' });
  return knownTypes(events);
};

const readUrl = ({ config }: EndpointsDeps, typed: string): string =>
  readEndpointUrl(typed, { loopback: !config.production });

/** Two endpoints with one address would receive everything twice. */
const refuseTwice = (error: unknown): never => {
  if ((error as { constraint?: string }).constraint === 'webhook_endpoint_host_id_url_key')
    throw refuse('webhook_endpoint_exists', {}, { field: 'url' });
  throw error;
};

export async function addEndpoint(
  deps: EndpointsDeps,
  actor: Account,
  body: BodyOf<'POST /webhook_endpoints'>,
): Promise<AnswerOf<'POST /webhook_endpoints'>> {
  const { db, ids, accounts } = deps;
  const url = readUrl(deps, body.url);
  const types = readTypes(body.events);
  const [id, secret] = [ids.uuid(), newSecret(ids)];
  const adding = db.tx(async (tx) => {
    // Two at once must not pass the maximum together.
    await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR UPDATE', [actor.id]);
    const has = await tx.one<{ count: number }>(
      'SELECT count(*)::int AS count FROM webhook_endpoint WHERE host_id = $1',
      [actor.id],
    );
    if (has!.count >= webhookEndpointsMax) throw refuse('webhook_endpoints_maximum', { maximum: webhookEndpointsMax });
    await tx.query(
      'INSERT INTO webhook_endpoint (id, host_id, url, types, secret_sealed) VALUES ($1, $2, $3, $4, $5)',
      [id, actor.id, url, types, webhookSecrets(deps).seal(id, secret)],
    );
    await audit(accounts, tx, actor, 'webhook_endpoint_added', { url, events: types.join(', ') });
    return oneEndpoint(tx, actor.id, id);
  });
  return { secret, endpoint: await adding.catch(refuseTwice) };
}

type EndpointAction =
  | 'webhook_endpoint_added'
  | 'webhook_endpoint_changed'
  | 'webhook_secret_rotated'
  | 'webhook_endpoint_removed';

const audit = (
  accounts: EndpointsDeps['accounts'],
  tx: Tx,
  actor: Account,
  action: EndpointAction,
  details: Readonly<Record<string, string>>,
): Promise<void> => accounts.recordAudit(tx, { actorId: actor.id, action, subjectId: actor.id, details });

interface LockedRow {
  id: string;
  url: string;
  types: string[];
  disabled_reason: string | null;
}

async function lockEndpoint(tx: Tx, actor: Account, id: string): Promise<LockedRow> {
  const row = await tx.one<LockedRow>(
    `SELECT id, url, types, disabled_reason FROM webhook_endpoint WHERE id = $1 AND host_id = $2
     FOR NO KEY UPDATE`,
    [id, actor.id],
  );
  if (!row) throw refuse('webhook_endpoint_not_found');
  return row;
}

/** Changes what is named. An endpoint that is enabled again receives what happens from then on. */
export async function updateEndpoint(
  deps: EndpointsDeps,
  actor: Account,
  { id, url: typed, events, enabled }: BodyOf<'POST /webhook_endpoints/update'>,
): Promise<WireEndpoint> {
  const url = typed === undefined ? undefined : readUrl(deps, typed);
  const types = events && readTypes(events);
  const updating = deps.db.tx(async (tx) => {
    const before = await lockEndpoint(tx, actor, id);
    const isDisabled = before.disabled_reason !== null;
    const after = { url: url ?? before.url, types: types ?? before.types, disables: !(enabled ?? !isDisabled) };
    await tx.query(
      `UPDATE webhook_endpoint SET url = $2, types = $3,
         disabled_reason = CASE WHEN $4::boolean THEN coalesce(disabled_reason, 'host') END,
         disabled_at = CASE WHEN $4::boolean THEN coalesce(disabled_at, app_now()) END
       WHERE id = $1`,
      [id, after.url, after.types, after.disables],
    );
    if (after.disables && !isDisabled) await stopDeliveries(tx, id);
    // Something may have been queued while it was being disabled; what the others waited for has failed.
    if (!after.disables && isDisabled)
      await tx.query('UPDATE webhook_lane SET next_at = app_now() WHERE endpoint_id = $1 AND next_at > app_now()', [
        id,
      ]);
    await audit(deps.accounts, tx, actor, 'webhook_endpoint_changed', {
      url: after.url,
      events: after.types.join(', '),
      state: after.disables ? 'disabled' : 'enabled',
    });
    return oneEndpoint(tx, actor.id, id);
  });
  return updating.catch(refuseTwice);
}

/** Deliveries that wait for a disabled endpoint have failed; the host can resend them from the log. */
export async function stopDeliveries(tx: Tx, endpointId: string): Promise<void> {
  await tx.query(
    `UPDATE webhook_delivery SET state = 'failed', error = coalesce(error, 'The endpoint was disabled.')
     WHERE id IN (SELECT id FROM webhook_delivery WHERE endpoint_id = $1 AND state = 'pending' ORDER BY id FOR UPDATE)`,
    [endpointId],
  );
}

export async function rotateSecret(
  deps: EndpointsDeps,
  actor: Account,
  id: string,
): Promise<AnswerOf<'POST /webhook_endpoints/rotate_secret'>> {
  const secret = newSecret(deps.ids);
  const endpoint = await deps.db.tx(async (tx) => {
    const { url } = await lockEndpoint(tx, actor, id);
    await tx.query(
      `UPDATE webhook_endpoint SET previous_secret_sealed = secret_sealed, secret_sealed = $2,
         previous_until = app_now() + $3 * interval '1 ms' WHERE id = $1`,
      [id, webhookSecrets(deps).seal(id, secret), secretOverlapMs],
    );
    await audit(deps.accounts, tx, actor, 'webhook_secret_rotated', { url });
    return oneEndpoint(tx, actor.id, id);
  });
  return { secret, endpoint };
}

export async function removeEndpoint({ db, accounts }: EndpointsDeps, actor: Account, id: string): Promise<void> {
  await db.tx(async (tx) => {
    const { url } = await lockEndpoint(tx, actor, id);
    await tx.query('DELETE FROM webhook_endpoint WHERE id = $1', [id]);
    await audit(accounts, tx, actor, 'webhook_endpoint_removed', { url });
  });
}
