import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { RecordedFact } from '../../../facts/fact-handler.ts';
import { seatReturnedMail } from '../../../mail/seat-returned-mail.ts';
import { createTicketCalendars } from '../messages/ticket-calendar.ts';
import type { Checkout } from '../selling/checkout.ts';
import { letCustomerGo } from '../payments/forget-customer.ts';

/** A sale that waited for the erasure began at most this long before it: no statement may take longer. */
const saleMs = seconds(5);

/**
 * A purchase that raced with the erasure of its account made a ticket that nobody can use: it is refunded and its seat
 * is free again. An account that was joined with another one has an owner, who is told. What was bought well before the
 * erasure stays. True where this ticket was taken back. Safe to run again.
 */
export async function takeBackFromErased(
  checkout: Checkout,
  { dedupeKey, payload }: RecordedFact<'TicketIssued'>,
): Promise<boolean> {
  const { accounts, config, db, mail } = checkout;
  const ticket = await db.one<{ order_id: string; event_id: string; holder_id: number; paid: boolean; title: string }>(
    `SELECT t.order_id, t.event_id, t.holder_id, o.total_minor > 0 AS paid, e.title
     FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id
       JOIN app_user u ON u.id = t.holder_id
     WHERE t.id = $1 AND o.paid_at > u.erased_at - $2 * interval '1 ms'`,
    [payload.ticketId, saleMs],
  );
  if (!ticket) return false;
  const { event_id: eventId, holder_id: holderId, order_id: orderId } = ticket;
  const to = await accounts.addressOf(holderId);
  await db.query('SELECT refund_orders($1, $2, $3, 1)', [eventId, to ? 'account_joined' : 'account_gone', [orderId]]);
  await db.query('UPDATE orders SET email_norm = NULL, guest_key = NULL, hold_address = NULL WHERE id = $1', [orderId]);
  await db.query('UPDATE complimentary_guest SET email_norm = NULL WHERE order_id = $1', [orderId]);
  await letCustomerGo(db, holderId, { dedupeKey });
  const eventUrl = `${config.publicUrl}/event/${eventId}`;
  // A mail of its own: the ticket's may have gone out already.
  const returned = `${dedupeKey}:returned`;
  const calendar = await createTicketCalendars(checkout)(payload.ticketId);
  if (to && calendar && !ticket.paid)
    await mail.send(
      seatReturnedMail({ dedupeKey: returned, to, title: ticket.title, eventUrl, calendar: calendar.lost }),
    );
  return true;
}
