import { randomUUID } from 'node:crypto';
import type { Sql } from '../src/db/db.ts';

/** A free event and its tickets as rows, for tests about people rather than about buying; every invariant holds. */
export async function bareEvent(
  sql: Sql,
  hostId: number,
  startsInMs = 86_400_000,
): Promise<{ id: string; title: string }> {
  const id = randomUUID();
  const title = `Evening ${id.slice(0, 8)}`;
  await sql.query(
    `INSERT INTO ticket_type (id, event_type, rally_ticket, ticket_price_enabled, max_attendees,
      max_attendees_massive, max_ticket_price, min_fee_minor, fee_bp, currency)
     VALUES (900, 0, false, false, 49, 49, 0, 50, 500, 'EUR') ON CONFLICT DO NOTHING`,
  );
  await sql.query(
    `INSERT INTO event (id, host_id, kind, ticket_type_id, title, description, cover_key, starts_at,
      original_starts_at, local_start, tz, capacity, price_minor, currency, min_fee_minor, fee_bp)
     SELECT $1, $2, 0, 900, $3, 'An evening', 'placeholder-1', t.at, t.at, t.at AT TIME ZONE 'UTC', 'UTC', 49, 0,
     'EUR', 50, 500
     FROM (SELECT date_trunc('hour', app_now() + make_interval(secs => $4)) + interval '1 hour' AS at) t`,
    [id, hostId, title, startsInMs / 1000],
  );
  return { id, title };
}

/** A held seat: an order of 0 that is not settled yet. */
export async function heldSeat(
  sql: Sql,
  eventUuid: string,
  holderId: number,
  holderKey = `u:${holderId}`,
): Promise<string> {
  const order = randomUUID();
  await sql.query(
    `INSERT INTO orders (id, event_id, buyer_id, holder_key, status, price_minor, fee_minor, total_minor, currency,
      hold_expires_at)
     VALUES ($1, $2, $3, $4, 'pending', 0, 0, 0, 'EUR', app_now() + interval '10 minutes')`,
    [order, eventUuid, holderId, holderKey],
  );
  await sql.query('UPDATE event SET held = held + 1 WHERE id = $1', [eventUuid]);
  return order;
}

/** The live ticket of a held seat. */
export async function ticketFor(sql: Sql, order: string): Promise<string> {
  const [ticket, payment] = [randomUUID(), randomUUID()];
  await sql.query("UPDATE orders SET status = 'paid', paid_at = app_now() WHERE id = $1", [order]);
  await sql.query(
    `INSERT INTO payment (id, order_id, provider, amount_minor, currency, status, idem_key, settled_at)
     VALUES ($1, $2, 'free', 0, 'EUR', 'succeeded', $1::uuid::text, app_now())`,
    [payment, order],
  );
  await sql.query(
    `INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code)
     SELECT $1::uuid, id, event_id, buyer_id, holder_key, $1::uuid::text FROM orders WHERE id = $2`,
    [ticket, order],
  );
  await sql.query(
    `INSERT INTO outbox (dedupe_key, topic, payload, sent_at)
     SELECT 'ticket:' || t.id, 'TicketIssued', jsonb_build_object(
       'ticketId', t.id, 'orderId', t.order_id, 'eventUuid', t.event_id, 'userId', t.holder_id), app_now()
     FROM ticket t WHERE t.id = $1`,
    [ticket],
  );
  await sql.query(
    'UPDATE event SET held = held - 1, sold = sold + 1 WHERE id = (SELECT event_id FROM orders WHERE id = $1)',
    [order],
  );
  return ticket;
}

/** A paid order of 0 and its live ticket. */
export const freeTicket = async (sql: Sql, eventUuid: string, holderId: number): Promise<string> =>
  ticketFor(sql, await heldSeat(sql, eventUuid, holderId));

/** The ticket given back. */
export async function voidTicket(sql: Sql, ticket: string): Promise<void> {
  await sql.query('UPDATE ticket SET voided_at = app_now() WHERE id = $1', [ticket]);
  for (const status of ['refunding', 'refunded'])
    await sql.query('UPDATE orders SET status = $2 WHERE id = (SELECT order_id FROM ticket WHERE id = $1)', [
      ticket,
      status,
    ]);
  await sql.query('UPDATE event SET sold = sold - 1 WHERE id = (SELECT event_id FROM ticket WHERE id = $1)', [ticket]);
}
