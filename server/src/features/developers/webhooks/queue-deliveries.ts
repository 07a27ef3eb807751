import type { WebhookType } from '@frontrow/core/developers/webhooks.ts';
import { currencyOf, type Minor, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../../db/db.ts';
import type { PayloadOf, Topic } from '../../../facts/catalogue.ts';
import { type FactHandler, onFact, type RecordedFact } from '../../../facts/fact-handler.ts';
import type { Kit } from '../../../kit.ts';

type Data = Readonly<Record<string, string | number | boolean | null>>;
type QueueDeps = Pick<Kit, 'db' | 'ids'>;

/** Facts that become webhooks. */
export const webhookTopics = [
  'EventPublished',
  'EventStarted',
  'EventFinished',
  'EventCancelled',
  'TicketIssued',
  'RefundSucceeded',
  'TicketReturned',
  'TicketTransferred',
  'TicketCheckedIn',
  'PayoutEnded',
] as const satisfies readonly Topic[];

export const webhookQueue = 'webhooks';
const handlerName = 'queue webhooks';

/**
 * Turns facts into deliveries. A body is written once, when its fact is handled, and says ids and sums alone: names and
 * email addresses are read with an API key, so that no copies of them lie in logs.
 */
export function webhookFacts(deps: QueueDeps): FactHandler[] {
  const about = <T extends (typeof webhookTopics)[number]>(
    topic: T,
    type: WebhookType,
    data: (payload: PayloadOf<T>) => Promise<Data | undefined>,
  ): FactHandler =>
    onFact(
      topic,
      handlerName,
      async (fact) => {
        const { payload } = fact as RecordedFact & { payload: PayloadOf<T> };
        if (topic === 'PayoutEnded' && (payload as PayloadOf<'PayoutEnded'>).state !== 'paid') return;
        const host =
          'hostId' in payload ? { id: payload.hostId, lane: 'payouts' } : await hostOf(deps.db, payload.eventUuid);
        if (host) await queueEach(deps, { type, factId: fact.id, host, data: () => data(payload) });
      },
      { queue: webhookQueue },
    );
  const { db } = deps;
  return [
    about('EventPublished', 'event.published', ({ eventUuid }) => eventData(db, eventUuid)),
    about('EventStarted', 'event.started', ({ eventUuid }) => eventData(db, eventUuid)),
    about('EventFinished', 'event.finished', ({ eventUuid }) => eventData(db, eventUuid)),
    about('EventCancelled', 'event.cancelled', async ({ eventUuid, reason }) => {
      const event = await eventData(db, eventUuid);
      return event && { ...event, reason };
    }),
    about('TicketIssued', 'order.paid', async ({ orderId, ticketId }) => {
      const order = await orderData(db, orderId);
      return order && { ...order, ticket_uuid: ticketId };
    }),
    about('RefundSucceeded', 'order.refunded', ({ orderId, refundId }) => refundData(db, orderId, refundId)),
    // As `order.paid` tells of a ticket that cost nothing, so does this.
    about('TicketReturned', 'order.refunded', async ({ orderId, reason }) => {
      const order = await orderData(db, orderId);
      return order && { ...order, refund_uuid: null, amount: 0, reason };
    }),
    about('TicketTransferred', 'ticket.transferred', async ({ eventUuid, ticketId, fromTicketId }) => ({
      event_uuid: eventUuid,
      ticket_uuid: ticketId,
      from_ticket_uuid: fromTicketId,
    })),
    about('TicketCheckedIn', 'ticket.checked_in', async ({ eventUuid, ticketId, at }) => ({
      event_uuid: eventUuid,
      ticket_uuid: ticketId,
      checked_in: at,
    })),
    about('PayoutEnded', 'payout.paid', ({ payoutId }) => payoutData(db, payoutId)),
  ];
}

interface Host {
  readonly id: number;
  /** What is sent in order. */
  readonly lane: string;
}

async function hostOf(sql: Sql, eventUuid: string): Promise<Host | undefined> {
  const row = await sql.one<{ host_id: number }>('SELECT host_id FROM event WHERE id = $1', [eventUuid]);
  return row && { id: row.host_id, lane: eventUuid };
}

interface Happened {
  readonly type: WebhookType;
  readonly factId: number;
  readonly host: Host;
  data(): Promise<Data | undefined>;
}

/** One delivery for each endpoint that wants it; a fact that is handled again queues nothing twice. */
async function queueEach({ db, ids }: QueueDeps, { type, factId, host, data }: Happened): Promise<void> {
  const endpoints = await db.query<{ id: string }>(
    'SELECT id FROM webhook_endpoint WHERE host_id = $1 AND disabled_at IS NULL AND $2 = ANY (types) ORDER BY id',
    [host.id, type],
  );
  if (endpoints.length === 0) return;
  const happened = await db.one<{ at: Date }>('SELECT created_at AS at FROM outbox WHERE id = $1', [factId]);
  const found = happened && (await data());
  if (!found) return;
  const body = JSON.stringify({ type, timestamp: happened.at.toISOString(), data: found });
  await db.query(
    `WITH queued AS (
       INSERT INTO webhook_delivery (id, endpoint_id, lane, fact, type, body)
       SELECT n.id, e.id, $3, $4, $5, $6 FROM unnest($1::uuid[], $2::uuid[]) AS n (id, endpoint_id)
         JOIN webhook_endpoint e ON e.id = n.endpoint_id AND e.disabled_at IS NULL
       ON CONFLICT (endpoint_id, fact) DO NOTHING RETURNING endpoint_id
     )
     INSERT INTO webhook_lane AS l (endpoint_id, lane) SELECT endpoint_id, $3 FROM queued ORDER BY endpoint_id
     ON CONFLICT (endpoint_id, lane) DO UPDATE SET queued = l.queued + 1,
       next_at = CASE l.next_at WHEN 'infinity' THEN app_now() ELSE l.next_at END`,
    [endpoints.map(() => ids.uuid()), endpoints.map(({ id }) => id), host.lane, factId, type, body],
  );
}

interface EventRow {
  title: string;
  starts_at: Date;
  state: number;
  listed: boolean;
}

async function eventData(sql: Sql, eventUuid: string): Promise<Data | undefined> {
  const row = await sql.one<EventRow>('SELECT title, starts_at, state, is_public AS listed FROM event WHERE id = $1', [
    eventUuid,
  ]);
  return (
    row && {
      event_uuid: eventUuid,
      event_title: row.title,
      event_date: row.starts_at.getTime(),
      event_state: row.state,
      public: row.listed,
    }
  );
}

interface OrderRow {
  event_id: string;
  replay: boolean;
  price_minor: Minor;
  discount_minor: Minor;
  fee_minor: Minor;
  total_minor: Minor;
  refunded_minor: Minor;
  currency: string;
  complimentary: boolean;
  promo_code: string | null;
}

async function orderData(sql: Sql, orderId: string): Promise<Data | undefined> {
  const row = await sql.one<OrderRow>(
    `SELECT coalesce(e.replay_of, o.event_id) AS event_id, e.replay_of IS NOT NULL AS replay, o.price_minor, o.discount_minor, o.fee_minor, o.total_minor, o.currency, o.complimentary,
       o.refunded_price_minor + o.refunded_fee_minor AS refunded_minor, c.code AS promo_code
     FROM orders o JOIN event e ON e.id = o.event_id LEFT JOIN promo_code c ON c.id = o.promo_id WHERE o.id = $1`,
    [orderId],
  );
  if (!row) return undefined;
  const { digits } = currencyOf(row.currency);
  return {
    event_uuid: row.event_id,
    ...(row.replay && { replay: true }),
    order_uuid: orderId,
    price: toDecimal(row.price_minor, digits),
    discount: toDecimal(row.discount_minor, digits),
    fee: toDecimal(row.fee_minor, digits),
    total: toDecimal(row.total_minor, digits),
    refunded: toDecimal(row.refunded_minor, digits),
    currency_code: row.currency,
    complimentary: row.complimentary,
    promo_code: row.promo_code,
  };
}

async function refundData(sql: Sql, orderId: string, refundId: string): Promise<Data | undefined> {
  const order = await orderData(sql, orderId);
  const refund = await sql.one<{ amount_minor: Minor; reason: string; currency: string }>(
    `SELECT r.amount_minor, r.reason, p.currency FROM refund r JOIN payment p ON p.id = r.payment_id WHERE r.id = $1`,
    [refundId],
  );
  if (!order || !refund) return undefined;
  const amount = toDecimal(refund.amount_minor, currencyOf(refund.currency).digits);
  return { ...order, refund_uuid: refundId, amount, reason: refund.reason };
}

async function payoutData(sql: Sql, payoutId: string): Promise<Data | undefined> {
  const row = await sql.one<{ amount_minor: Minor; currency: string }>(
    'SELECT amount_minor, currency FROM payout WHERE id = $1',
    [payoutId],
  );
  if (!row) return undefined;
  const amount = toDecimal(row.amount_minor, currencyOf(row.currency).digits);
  return { payout_uuid: payoutId, amount, currency_code: row.currency };
}
