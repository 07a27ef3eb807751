import { refuse } from '@frontrow/core/refuse.ts';
import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import type { Tx } from '../../server/src/db/db.ts';
import type { Kit } from '../../server/src/kit.ts';

interface EventRow {
  host_id: number;
  state: number;
  cancelled_at: Date | null;
  opening_ticketing: boolean;
  capacity: number;
  held: number;
  sold: number;
  tickets_issued: number;
  price_minor: number;
  min_fee_minor: number;
  fee_bp: number;
  currency: string;
}

export interface NaiveSale {
  readonly orderId: string;
  readonly ticketId: string;
  readonly code: string;
  readonly seat: number;
  readonly total: number;
  readonly price: number;
}

/**
 * The usual way, correct but one by one: lock the event, look, write the same rows, commit, per request. Paid ones
 * hold first, charge the same sandbox outside the lock, and fulfil in a second transaction.
 */
export async function naivePurchase(
  { db, ids, cards }: Kit,
  eventId: string,
  buyerId: number,
  token: string | undefined,
): Promise<NaiveSale> {
  const orderId = ids.uuid();
  const paymentId = ids.uuid();
  const held = await db.tx(async (tx) => {
    const event = await lookAt(tx, eventId, buyerId);
    const price = ticketPrice(event.price_minor, { minFeeMinor: event.min_fee_minor, feeBp: event.fee_bp });
    const free = price.total === 0;
    await tx.query(
      `INSERT INTO orders (id, event_id, buyer_id, holder_key, status, price_minor, fee_minor, min_fee_minor, fee_bp,
        total_minor, currency, hold_expires_at, paid_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, CASE WHEN $5 = 'pending'::order_status
       THEN app_now() + interval '10 minutes' END, CASE WHEN $5 = 'paid'::order_status THEN app_now() END)`,
      [
        orderId,
        eventId,
        buyerId,
        `u:${buyerId}`,
        free ? 'paid' : 'pending',
        price.listed,
        price.fee,
        event.min_fee_minor,
        event.fee_bp,
        price.total,
        event.currency,
      ],
    );
    await tx.query(
      `INSERT INTO payment (id, order_id, provider, amount_minor, currency, status, idem_key)
        VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        paymentId,
        orderId,
        free ? 'free' : cards.provider,
        price.total,
        event.currency,
        free ? 'succeeded' : 'creating',
        paymentId,
      ],
    );
    if (!free) await tx.query('UPDATE event SET held = held + 1, version = version + 1 WHERE id = $1', [eventId]);
    const ticket = free ? await issue(tx, { db, ids, cards } as Kit, eventId, orderId, buyerId, 0) : undefined;
    return { price, currency: event.currency, ticket };
  });
  const { price, currency } = held;
  if (held.ticket) return { orderId, total: 0, price: 0, ...held.ticket };
  const intent = await cards.charge({
    paymentId,
    orderId,
    amountMinor: price.total,
    currency,
    source: { method: token ?? '' },
    remember: false,
    returnUrl: 'http://127.0.0.1/x',
    description: 'bench',
  });
  const ticket = await db.tx(async (tx) => {
    await tx.query('SELECT id FROM event WHERE id = $1 FOR UPDATE', [eventId]);
    await tx.query('SELECT id FROM orders WHERE id = $1 FOR UPDATE', [orderId]);
    await tx.query('SELECT id FROM payment WHERE id = $1 FOR UPDATE', [paymentId]);
    await tx.query(
      `UPDATE payment SET status = 'succeeded', provider_ref = $2, capture_ref = $3, settled_at = app_now()
        WHERE id = $1`,
      [paymentId, intent.ref, intent.captureRef],
    );
    await tx.query('SELECT ledger_post($1, $2, $3, $4, $5)', [
      'capture',
      `capture:${paymentId}`,
      orderId,
      currency,
      JSON.stringify([
        ['psp_clearing', cards.provider, price.total],
        ['host_escrow', eventId, -price.listed],
        ['fee_deferred', eventId, price.listed - price.total],
      ]),
    ]);
    await tx.query(
      `UPDATE orders SET status = 'paid', paid_at = app_now(), hold_expires_at = NULL WHERE id = $1
        AND status = 'pending'`,
      [orderId],
    );
    return issue(tx, { db, ids, cards } as Kit, eventId, orderId, buyerId, 1);
  });
  return { orderId, total: price.total, price: price.listed, ...ticket };
}

async function lookAt(tx: Tx, eventId: string, buyerId: number): Promise<EventRow> {
  const event = await tx.one<EventRow>('SELECT * FROM event WHERE id = $1 FOR UPDATE', [eventId]);
  if (!event) throw refuse('event_not_found');
  if (event.cancelled_at) throw refuse('event_cancelled');
  if (event.state === 2) throw refuse('event_over');
  if (!event.opening_ticketing) throw refuse('token_gated');
  if (event.host_id === buyerId) throw refuse('own_event');
  const open = await tx.one(
    "SELECT id FROM orders WHERE event_id = $1 AND holder_key = $2 AND status IN ('pending', 'paid')",
    [eventId, `u:${buyerId}`],
  );
  if (open) throw refuse('already_has_ticket');
  if (event.held + event.sold >= event.capacity) throw refuse('sold_out');
  return event;
}

async function issue(tx: Tx, { ids }: Kit, eventId: string, orderId: string, buyerId: number, fromHold: 0 | 1) {
  const ticketId = ids.uuid();
  const code = ids.ticketCode();
  const row = await tx.one<{ tickets_issued: number }>(
    `UPDATE event SET sold = sold + 1, held = held - $2, tickets_issued = tickets_issued + 1, version = version + 1
      WHERE id = $1 RETURNING tickets_issued`,
    [eventId, fromHold],
  );
  const seat = row?.tickets_issued ?? 0;
  await tx.query(
    `INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code, seat)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [ticketId, orderId, eventId, buyerId, `u:${buyerId}`, code, seat],
  );
  await tx.query('INSERT INTO outbox (dedupe_key, topic, payload) VALUES ($1, $2, $3)', [
    `ticket:${ticketId}`,
    'TicketIssued',
    JSON.stringify({ ticketId, orderId, eventUuid: eventId, userId: buyerId }),
  ]);
  return { ticketId, code, seat };
}
