import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { refundDue, type RefundReason } from '@frontrow/core/ticketing/refund-due.ts';
import type { Checkout } from '../selling/checkout.ts';
import type { Tx } from '../../../db/db.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import { findTicket, type HeldTicket } from '../store.ts';
import { lockOwnTicket } from '../tickets/lock-own-ticket.ts';

interface TicketFacts {
  paid_at: Date;
  starts_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  cancelled: boolean;
  moved_since_order: boolean;
  turned_away: boolean;
  free: boolean;
  now: Date;
}

/**
 * Gives a ticket back in full, when the host is late, the event was moved, or the room has no place for its holder. The
 * seat is free at once. Judged under the event's lock, under which people take their places in the room. Throws
 * `refund_not_due`, `ticket_not_found`, `ticket_passed_on`.
 */
export async function refundTicket(
  checkout: Checkout,
  holder: Pick<Account, 'id' | 'guestOf'>,
  ticketId: string,
): Promise<HeldTicket> {
  await checkout.db.tx(async (tx) => {
    const { eventId, orderId, voided } = await lockOwnTicket(tx, holder, ticketId);
    if (voided) return;
    const row = await factsOf(tx, checkout.config, holder.id, ticketId);
    const reason = row && reasonOf(row);
    if (!reason) throw refuse('refund_not_due');
    await tx.query('SELECT refund_orders($1, $2, $3, 1)', [eventId, reason, [orderId]]);
    // What was paid has the email of its refund.
    if (row.free)
      await recordFact(tx, {
        topic: 'HolderTold',
        dedupeKey: `returned:${ticketId}`,
        payload: { eventUuid: eventId, ticketId, what: 'returned' },
      });
  });
  const outcome = await findTicket(checkout.db, ticketId);
  if (!outcome) throw refuse('ticket_not_found');
  return outcome;
}

const factsOf = (
  tx: Tx,
  { broadcastViewersMax }: Checkout['config'],
  holderId: number,
  ticketId: string,
): Promise<TicketFacts | undefined> =>
  tx.one<TicketFacts>(
    `SELECT o.paid_at, o.total_minor = 0 AS free, e.starts_at, e.started_at, e.finished_at, e.cancelled_at IS NOT NULL AS cancelled,
       (o.created_at < e.rescheduled_at) IS TRUE AS moved_since_order,
       is_turned_away(t.event_id, t.holder_id, $3) AS turned_away, app_now() AS now
     FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id
     WHERE t.id = $1 AND t.holder_id = $2`,
    [ticketId, holderId, broadcastViewersMax],
  );

const reasonOf = (row: TicketFacts): RefundReason | undefined =>
  refundDue({
    now: row.now.getTime(),
    startsAt: row.starts_at.getTime(),
    startedAt: row.started_at?.getTime(),
    finishedAt: row.finished_at?.getTime(),
    cancelled: row.cancelled,
    movedSinceOrder: row.moved_since_order,
    paidAt: row.paid_at.getTime(),
    turnedAway: row.turned_away,
  });
