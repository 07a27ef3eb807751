import { seconds } from '@frontrow/core/kernel/instant.ts';
import { encoderLostMs, type PushKind, pushValidMs, startsSoonMs } from '@frontrow/core/notifications/push.ts';
import type { Sql } from '../../db/db.ts';
import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import type { Job } from '../../jobs/runner.ts';
import type { Kit } from '../../kit.ts';

/** An event is sold out with its last ticket; found later than this, it is no news. */
const soldOutLookMs = seconds(120);

/**
 * Finds what nobody records as a fact, because it is time that passes, or a sale that must not wait: events that begin
 * soon or are sold out, and encoders that are lost. Each is queued once per browser by the key of its fact.
 */
export const queueDuePushes = ({ db }: Pick<Kit, 'db'>): Job => ({
  name: 'queue push notifications',
  everyMs: seconds(5),
  async run() {
    await queueStartsSoon(db);
    await queueSoldOut(db);
    await queueEncoderLost(db);
  },
});

/**
 * Holders who had their ticket when the time came; someone who buys later knows when it starts. A suspended host can
 * begin nothing.
 */
async function queueStartsSoon(sql: Sql): Promise<void> {
  await sql.query(
    `INSERT INTO outbox (dedupe_key, topic, payload)
     SELECT DISTINCT ON (due.key) due.key, 'PushDue', jsonb_build_object('subscriptionId', due.id, 'kind', 'starts_soon',
       'eventUuid', due.event_id, 'until', floor(extract(epoch FROM due.starts_at) * 1000)::bigint)
     FROM (
       SELECT s.id, e.id AS event_id, e.starts_at,
         'push:starts_soon:' || e.id || ':' || floor(extract(epoch FROM e.starts_at))::bigint || ':' || s.id AS key
       FROM event e JOIN app_user h ON h.id = e.host_id AND h.suspended_at IS NULL
         JOIN ticket t ON t.event_id = e.id AND t.voided_at IS NULL
         JOIN push_subscription s ON s.user_id = t.holder_id
       WHERE e.state = 0 AND e.cancelled_at IS NULL AND e.starts_at > app_now()
         AND e.starts_at <= app_now() + $1 * interval '1 ms' AND t.created_at <= e.starts_at - $1 * interval '1 ms') AS due
     WHERE NOT EXISTS (SELECT 1 FROM outbox f WHERE f.dedupe_key = due.key)
     ON CONFLICT (dedupe_key) DO NOTHING`,
    [startsSoonMs],
  );
}

async function queueSoldOut(sql: Sql): Promise<void> {
  await sql.query(
    `INSERT INTO outbox (dedupe_key, topic, payload)
     SELECT due.key, 'PushDue', jsonb_build_object('subscriptionId', due.id, 'kind', 'sold_out', 'eventUuid', due.event_id,
       'until', floor(extract(epoch FROM app_now()) * 1000)::bigint + $2::bigint)
     FROM (
       SELECT s.id, e.id AS event_id, 'push:sold_out:' || e.id || ':' || s.id AS key
       FROM push_subscription s JOIN event e ON e.host_id = s.user_id
       WHERE e.state = 0 AND e.cancelled_at IS NULL AND e.private_for IS NULL AND e.sold >= e.capacity AND EXISTS (
         SELECT 1 FROM ticket t WHERE t.event_id = e.id AND t.created_at > app_now() - $1 * interval '1 ms')) AS due
     WHERE NOT EXISTS (SELECT 1 FROM outbox f WHERE f.dedupe_key = due.key)
     ON CONFLICT (dedupe_key) DO NOTHING`,
    [soldOutLookMs, pushValidMs.sold_out],
  );
}

/** Whether an encoder has been gone or silent for so many milliseconds. Needs the table `e` (event). */
export const encoderIsLost = (lostMs: string): string => `EXISTS (
  SELECT 1 FROM room o WHERE o.event_id = e.id AND o.source = 'encoder' AND o.ingest_state = 'lost') AND NOT EXISTS (
  SELECT 1 FROM ingest_session i WHERE i.event_id = e.id
    AND coalesce(i.ended_at, i.silent_at, app_now()) > app_now() - ${lostMs} * interval '1 ms')`;

/** Once per connection of an encoder. */
async function queueEncoderLost(sql: Sql): Promise<void> {
  await sql.query(
    `INSERT INTO outbox (dedupe_key, topic, payload)
     SELECT due.key, 'PushDue', jsonb_build_object('subscriptionId', due.id, 'kind', 'encoder_lost',
       'eventUuid', due.event_id, 'until', floor(extract(epoch FROM app_now()) * 1000)::bigint + $2::bigint)
     FROM (
       SELECT s.id, e.id AS event_id, 'push:encoder_lost:' || e.id || ':' || s.id || ':' || coalesce((
         SELECT i.id FROM ingest_session i WHERE i.event_id = e.id ORDER BY i.opened_at DESC LIMIT 1), '') AS key
       FROM push_subscription s JOIN event e ON e.host_id = s.user_id
       WHERE e.state = 1 AND e.kind = 1 AND ${encoderIsLost('$1')}) AS due
     WHERE NOT EXISTS (SELECT 1 FROM outbox f WHERE f.dedupe_key = due.key)
     ON CONFLICT (dedupe_key) DO NOTHING`,
    [encoderLostMs, pushValidMs.encoder_lost],
  );
}

/** Facts that some browsers are notified of. */
export const pushFacts = ({ db }: Pick<Kit, 'db'>): FactHandler[] => [
  onFact('EventStarted', 'queue pushes', ({ dedupeKey, payload }) => queueForHolders(db, dedupeKey, payload.eventUuid)),
  onFact('WaitlistOffered', 'queue pushes', async ({ dedupeKey, payload }) => {
    const order = await db.one<{ buyer_id: number }>('SELECT buyer_id FROM orders WHERE id = $1', [payload.orderId]);
    if (order) await queueForPerson(db, { dedupeKey, kind: 'seat_opened', ...payload, userId: order.buyer_id });
  }),
  onFact('HandIsNext', 'queue pushes', ({ dedupeKey, payload }) =>
    queueForPerson(db, { dedupeKey, kind: 'you_are_next', ...payload }),
  ),
];

/** Everyone with a ticket, once however many tickets they hold. */
async function queueForHolders(sql: Sql, dedupeKey: string, eventUuid: string): Promise<void> {
  await sql.query(
    `INSERT INTO outbox (dedupe_key, topic, payload)
     SELECT DISTINCT 'push:' || $1::text || ':' || s.id, 'PushDue', jsonb_build_object('subscriptionId', s.id,
       'kind', 'live_now', 'eventUuid', $2::uuid, 'until', floor(extract(epoch FROM app_now()) * 1000)::bigint + $3::bigint)
     FROM ticket t JOIN push_subscription s ON s.user_id = t.holder_id
     WHERE t.event_id = $2 AND t.voided_at IS NULL
     ON CONFLICT (dedupe_key) DO NOTHING`,
    [dedupeKey, eventUuid, pushValidMs.live_now],
  );
}

async function queueForPerson(
  sql: Sql,
  push: { dedupeKey: string; kind: PushKind; eventUuid: string; userId: number },
): Promise<void> {
  await sql.query(
    `INSERT INTO outbox (dedupe_key, topic, payload)
     SELECT 'push:' || $1::text || ':' || s.id, 'PushDue', jsonb_build_object('subscriptionId', s.id, 'kind', $2::text,
       'eventUuid', $3::uuid, 'until', floor(extract(epoch FROM app_now()) * 1000)::bigint + $4::bigint)
     FROM push_subscription s WHERE s.user_id = $5
     ON CONFLICT (dedupe_key) DO NOTHING`,
    [push.dedupeKey, push.kind, push.eventUuid, pushValidMs[push.kind], push.userId],
  );
}
