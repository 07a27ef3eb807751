import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import {
  goneStatus,
  isAccepted,
  webhookLogMs,
  webhookRetriedMs,
  webhookWaitMs,
} from '@frontrow/core/developers/webhooks.ts';
import { storableText } from '@frontrow/core/kernel/text.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { Webhook } from 'standardwebhooks';
import { createBatcher } from '../../../db/batcher.ts';
import type { Tx } from '../../../db/db.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import { type Job, paceInRush } from '../../../jobs/runner.ts';
import type { Kit } from '../../../kit.ts';
import type { WebhookOutcome } from '../../../ports/webhook-sender.ts';
import { stopDeliveries, webhookSecrets } from './endpoints.ts';
import { webhookQueue, webhookTopics } from './queue-deliveries.ts';

type DeliverDeps = Pick<Kit, 'config' | 'clock' | 'db' | 'ids' | 'log' | 'webhooks'>;

/** Lanes that one process works on at a time, and those of one endpoint: a slow one leaves room for others. */
const lanesMax = 64;
const lanesOfEndpointMax = 4;
/** Deliveries of a lane that are read together. */
const runMax = 50;
/** A worker leaves the rest of its lane to the next run after this long; its claim lasts longer by any one delivery. */
const runMs = seconds(60);
const claimMs = seconds(120);
/** Webhooks a second while many people wait for answers: a sale then keeps most of its rate. */
const rushPerSecond = 800;
/** While slow receivers are waited for, others become due. */
const lookMs = 200;
/** Facts that are not queued yet come first; one that keeps failing must not stop everything. */
const factAttemptsMax = 5;
const heldBackMs = seconds(1);
const answerCharsMax = 1_000;

interface Lane {
  endpoint_id: string;
  lane: string;
  queued: number;
}

/** Sends what waits, lane by lane. Several processes share the work (SKIP LOCKED). */
export const deliverWebhooks = (deps: DeliverDeps): Job => {
  const record = acceptedRecorder(deps);
  return {
    name: 'deliver webhooks',
    everyMs: 500,
    run: (stopping, inRush) =>
      workOnLanes(deps, { record, stopping, sendable: paceInRush({ inRush, perSecond: rushPerSecond }) }),
  };
};

interface Work {
  readonly record: RecordAccepted;
  readonly stopping: () => boolean;
  /** Resolves when the next webhook may be sent. */
  readonly sendable: () => Promise<unknown>;
}

async function workOnLanes(deps: DeliverDeps, work: Work): Promise<void> {
  const { stopping } = work;
  const working = new Map<Promise<void>, string>();
  for (;;) {
    const lanes = stopping() ? [] : await claimLanes(deps, [...working.values()]);
    for (const lane of lanes) {
      const running: Promise<void> = workOn(deps, lane, work)
        .catch((error: unknown) => deps.log.warn({ error: String(error) }, 'webhooks not delivered, will be retried'))
        .finally(() => working.delete(running));
      working.set(running, lane.endpoint_id);
    }
    if (lanes.length > 0) continue;
    if (working.size === 0) return;
    await Promise.race([...working.keys(), pause(lookMs)]);
  }
}

async function claimLanes({ db }: DeliverDeps, atWork: readonly string[]): Promise<Lane[]> {
  const free = lanesMax - atWork.length;
  if (free <= 0) return [];
  const busy = [...Map.groupBy(atWork, (id) => id)].filter(([, lanes]) => lanes.length >= lanesOfEndpointMax);
  return db.query<Lane>(
    `UPDATE webhook_lane l SET claimed_until = app_now() + $4 * interval '1 ms'
     WHERE (l.endpoint_id, l.lane) IN (
       SELECT w.endpoint_id, w.lane FROM webhook_lane w WHERE (w.endpoint_id, w.lane) IN (
         SELECT endpoint_id, lane FROM (
           SELECT endpoint_id, lane, next_at, row_number() OVER (PARTITION BY endpoint_id ORDER BY next_at) AS nth
           FROM (SELECT endpoint_id, lane, next_at FROM webhook_lane
                 WHERE next_at <= app_now() AND coalesce(claimed_until <= app_now(), true) AND endpoint_id <> ALL ($2)
                 ORDER BY next_at LIMIT 1000) AS due) AS ranked
         WHERE nth <= $3 ORDER BY next_at LIMIT $1)
         AND w.next_at <= app_now() AND coalesce(w.claimed_until <= app_now(), true)
       ORDER BY w.endpoint_id, w.lane FOR UPDATE SKIP LOCKED)
     RETURNING l.endpoint_id, l.lane, l.queued`,
    [free, busy.map(([id]) => id), lanesOfEndpointMax, claimMs],
  );
}

interface Endpoint {
  url: string;
  secret_sealed: Buffer;
  previous_secret_sealed: Buffer | null;
}

interface Waiting {
  id: string;
  body: string;
  attempts: number;
  first_ms: number | null;
  is_due: boolean;
}

async function readLane({ db }: DeliverDeps, { endpoint_id: endpointId, lane }: Lane) {
  const endpoint = await db.one<Endpoint>(
    `SELECT url, secret_sealed, CASE WHEN previous_until > app_now() THEN previous_secret_sealed END AS previous_secret_sealed
     FROM webhook_endpoint WHERE id = $1 AND disabled_at IS NULL`,
    [endpointId],
  );
  if (!endpoint) return undefined;
  // The smallest of each topic, by an ordered index: a rush leaves thousands of handled facts in both indexes, which
  // min() over all of them would read for every lane.
  const waiting = await db.query<Waiting>(
    `SELECT id, body, attempts, (extract(epoch FROM first_attempt_at) * 1000)::float8 AS first_ms,
       fact < least(
         (SELECT fact_id FROM fact_delivery
          WHERE queue = '${webhookQueue}' AND given_up_at IS NULL AND attempts < $3 ORDER BY fact_id LIMIT 1),
         (SELECT min(o.id) FROM unnest($4::text[]) AS of (topic) CROSS JOIN LATERAL (
            SELECT id FROM outbox WHERE topic = of.topic AND sent_at IS NULL ORDER BY id LIMIT 1) AS o),
         9223372036854775807) AS is_due
     FROM webhook_delivery WHERE endpoint_id = $1 AND lane = $2 AND state = 'pending'
     ORDER BY fact LIMIT ${runMax}`,
    [endpointId, lane, factAttemptsMax, webhookTopics],
  );
  return { endpoint, waiting };
}

/** Sends what waits in one lane, in the order of the facts, up to the first that is not accepted. */
async function workOn(deps: DeliverDeps, lane: Lane, { record, stopping, sendable }: Work): Promise<void> {
  const found = await readLane(deps, lane);
  if (!found) return release(deps, lane, 'parked');
  const { endpoint, waiting } = found;
  const heldBack = waiting.findIndex(({ is_due: isDue }) => !isDue);
  const due = heldBack < 0 ? waiting : waiting.slice(0, heldBack);
  const signers = signersOf(deps, lane.endpoint_id, endpoint);
  const until = performance.now() + runMs;
  let accepted = 0;
  for (const one of due) {
    if (stopping() || performance.now() > until) break;
    await sendable();
    const headers = headersOf(deps, signers, one);
    const outcome = await deps.webhooks.send({ url: endpoint.url, body: one.body, headers });
    if (!('status' in outcome && isAccepted(outcome.status))) return recordRefused(deps, lane, one, outcome);
    await record({ endpointId: lane.endpoint_id, id: one.id, ...outcome });
    accepted += 1;
  }
  if (accepted < due.length) return release(deps, lane, 0);
  if (heldBack >= 0) return release(deps, lane, heldBackMs);
  return release(deps, lane, waiting.length < runMax ? 'parked' : 0);
}

/** `parked`: nothing waits, unless more was queued since the lane was claimed. */
async function release({ db }: DeliverDeps, lane: Lane, next: 'parked' | number): Promise<void> {
  await db.query(
    `UPDATE webhook_lane SET claimed_until = NULL, next_at = CASE WHEN $4::float8 IS NOT NULL THEN app_now() + $4 * interval '1 ms'
       WHEN queued = $3 THEN 'infinity' ELSE app_now() END
     WHERE endpoint_id = $1 AND lane = $2`,
    [lane.endpoint_id, lane.lane, lane.queued, next === 'parked' ? null : next],
  );
}

const signersOf = (deps: DeliverDeps, endpointId: string, endpoint: Endpoint): Webhook[] =>
  [endpoint.secret_sealed, endpoint.previous_secret_sealed].flatMap((sealed) =>
    sealed ? [new Webhook(webhookSecrets(deps).open(endpointId, sealed))] : [],
  );

function headersOf({ clock }: DeliverDeps, signers: readonly Webhook[], { id, body }: Waiting): Record<string, string> {
  const at = new Date(clock.now());
  return {
    'content-type': 'application/json',
    'user-agent': 'Frontrow-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signers.map((signer) => signer.sign(id, at, body)).join(' '),
  };
}

const shownAnswer = (text: string): string => storableText(text, answerCharsMax);

interface Accepted {
  readonly id: string;
  readonly endpointId: string;
  readonly status: number;
  readonly body: string;
  readonly tookMs: number;
}

type RecordAccepted = (accepted: Accepted) => Promise<undefined>;

/** What receivers of different lanes accept at the same time is written by one statement (docs/decisions/0186). */
function acceptedRecorder({ db }: DeliverDeps): RecordAccepted {
  const record = createBatcher<Accepted, undefined>({
    batchMax: lanesMax,
    waitingMax: Infinity,
    async run(_all, accepted) {
      await db.query(
        `WITH done AS (
           UPDATE webhook_delivery d SET state = 'delivered', attempts = attempts + 1, last_attempt_at = app_now(),
             first_attempt_at = coalesce(first_attempt_at, app_now()), response_status = a.status, response_body = a.body,
             error = NULL, took_ms = a.took_ms
           FROM (
             SELECT w.id, accepted.status, accepted.body, accepted.took_ms FROM webhook_delivery w
               JOIN unnest($1::uuid[], $3::int[], $4::text[], $5::int[]) AS accepted (id, status, body, took_ms) USING (id)
             ORDER BY w.id FOR UPDATE OF w) a
           WHERE d.id = a.id)
         UPDATE webhook_endpoint SET last_success_at = app_now() WHERE id IN (
           SELECT id FROM webhook_endpoint
           WHERE id = ANY ($2::uuid[]) AND coalesce(last_success_at <= app_now() - interval '1 minute', true)
           ORDER BY id FOR UPDATE)`,
        [
          accepted.map(({ id }) => id),
          accepted.map(({ endpointId }) => endpointId),
          accepted.map(({ status }) => status),
          accepted.map(({ body }) => shownAnswer(body)),
          accepted.map(({ tookMs }) => tookMs),
        ],
      );
      return accepted.map(() => undefined);
    },
  });
  return (accepted) => record('all', accepted);
}

/**
 * Due again after a wait that grows; failed after three days, and the endpoint is disabled if it accepted nothing
 * since. A delivery that ended during the attempt stays as it is, and so does one that was resent during a later one.
 */
async function recordRefused(deps: DeliverDeps, lane: Lane, one: Waiting, outcome: WebhookOutcome): Promise<void> {
  const { clock, db } = deps;
  const answer = 'status' in outcome ? outcome : undefined;
  const isGone = answer?.status === goneStatus;
  const isGivenUp = isGone || (one.first_ms !== null && clock.now() - one.first_ms >= webhookRetriedMs);
  await db.tx(async (tx) => {
    const disables = isGivenUp && (await disableEndpoint(tx, lane.endpoint_id, one, isGone));
    await tx.query(
      `UPDATE webhook_delivery SET state = $2, attempts = attempts + 1, last_attempt_at = app_now(),
         first_attempt_at = coalesce(first_attempt_at, app_now()), response_status = $3, response_body = $4, error = $5,
         took_ms = $6
       WHERE id = $1 AND state = 'pending' AND attempts = $7`,
      [
        one.id,
        isGivenUp ? 'failed' : 'pending',
        answer?.status ?? null,
        answer ? shownAnswer(answer.body) : null,
        'error' in outcome ? outcome.error : null,
        outcome.tookMs,
        one.attempts,
      ],
    );
    if (disables) await stopDeliveries(tx, lane.endpoint_id);
  });
  await releaseRefused(deps, lane, webhookWaitMs(one.attempts + 1));
}

/** The lane waits while its next delivery has been refused, and not for one that was given up, stopped or resent. */
const releaseRefused = ({ db }: DeliverDeps, lane: Lane, waitMs: number): Promise<void> =>
  db.tx(async (tx) => {
    const key = [lane.endpoint_id, lane.lane];
    // Someone may be resending a delivery.
    await tx.query('SELECT 1 FROM webhook_lane WHERE endpoint_id = $1 AND lane = $2 FOR NO KEY UPDATE', key);
    await tx.query(
      `UPDATE webhook_lane SET claimed_until = NULL, next_at = app_now() + CASE WHEN (
         SELECT attempts FROM webhook_delivery WHERE endpoint_id = $1 AND lane = $2 AND state = 'pending'
         ORDER BY fact LIMIT 1) > 0 THEN $3 * interval '1 ms' ELSE interval '0' END
       WHERE endpoint_id = $1 AND lane = $2`,
      [...key, waitMs],
    );
  });

/** Disables an endpoint that accepted nothing since this delivery was tried first, and emails its host. */
async function disableEndpoint(tx: Tx, endpointId: string, one: Waiting, isGone: boolean): Promise<boolean> {
  const disabled = await tx.one<{ host_id: number; at: string }>(
    `UPDATE webhook_endpoint SET disabled_at = app_now(), disabled_reason = $2
     WHERE id = $1 AND disabled_at IS NULL
       AND ($2 = 'gone' OR last_success_at IS NULL OR last_success_at < to_timestamp($3::float8 / 1000))
     RETURNING host_id, disabled_at::text AS at`,
    [endpointId, isGone ? 'gone' : 'failing', one.first_ms],
  );
  if (!disabled) return false;
  await recordFact(tx, {
    topic: 'WebhookEndpointDisabled',
    dedupeKey: `webhook_disabled:${endpointId}:${disabled.at}`,
    payload: { endpointId, hostId: disabled.host_id },
  });
  return true;
}

const purgedMax = 5_000;

/** The log is kept for a month. What still waits stays. */
export const purgeWebhookLog = ({ db }: Pick<Kit, 'db'>): Job => ({
  name: 'forget old webhook deliveries',
  everyMs: minutes(5),
  async run() {
    await db.query(
      `DELETE FROM webhook_delivery WHERE id IN (
         SELECT id FROM webhook_delivery WHERE created_at < app_now() - $1 * interval '1 ms' AND state <> 'pending'
         ORDER BY created_at LIMIT ${purgedMax} FOR UPDATE SKIP LOCKED)`,
      [webhookLogMs],
    );
    await db.query(
      `DELETE FROM webhook_lane WHERE (endpoint_id, lane) IN (
         SELECT l.endpoint_id, l.lane FROM webhook_lane l WHERE l.next_at = 'infinity' AND NOT EXISTS (
           SELECT 1 FROM webhook_delivery d WHERE d.endpoint_id = l.endpoint_id AND d.lane = l.lane)
         ORDER BY l.endpoint_id, l.lane LIMIT ${purgedMax} FOR UPDATE SKIP LOCKED)`,
    );
  },
});
