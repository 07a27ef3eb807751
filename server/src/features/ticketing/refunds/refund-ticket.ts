import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { refundDue, type RefundReason } from '@frontrow/core/ticketing/refund-due.ts';
import type { Checkout } from '../selling/checkout.ts';
import type { Tx } from '../../../db/db.ts';
import type { OrderRecord, TicketRecord } from '../store.ts';

interface TicketFacts {
  order_id: string;
  event_id: string;
  voided: boolean;
  paid_at: Date;
  starts_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  cancelled: boolean;
  moved_since_order: boolean;
  turned_away: boolean;
  now: Date;
}

/**
 * Gives a ticket back in full, when the host is late, the event was moved, or the room has no place for its holder. The
 * seat is free at once. Judged under the event's lock, under which people take their places in the room. Throws
 * `refund_not_due`, `ticket_not_found`.
 */
export async function refundTicket(
  checkout: Checkout,
  holder: Pick<Account, 'id' | 'guestOf'>,
  ticketId: string,
): Promise<{ order: OrderRecord; ticket: TicketRecord }> {
  const orderId = await checkout.db.tx(async (tx) => {
    await tx.query(
      `SELECT 1 FROM event WHERE id = (SELECT event_id FROM ticket WHERE id = $1 AND holder_id = $2) FOR UPDATE`,
      [ticketId, holder.id],
    );
    const row = await factsOf(tx, checkout.config, holder.id, ticketId);
    // A guest's session is good for one event only, also for giving a ticket back.
    if (!row || (holder.guestOf !== undefined && holder.guestOf !== row.event_id)) throw refuse('ticket_not_found');
    if (row.voided) return row.order_id;
    const reason = reasonOf(row);
    if (!reason) throw refuse('refund_not_due');
    await tx.query('SELECT refund_orders($1, $2, $3, 1)', [row.event_id, reason, [row.order_id]]);
    return row.order_id;
  });
  const { order, ticket } = await checkout.reads.outcome(orderId);
  if (!ticket) throw refuse('ticket_not_found');
  return { order, ticket };
}

const factsOf = (
  tx: Tx,
  { broadcastViewersMax }: Checkout['config'],
  holderId: number,
  ticketId: string,
): Promise<TicketFacts | undefined> =>
  tx.one<TicketFacts>(
    `SELECT t.order_id, t.event_id, t.voided_at IS NOT NULL AS voided, o.paid_at,
       e.starts_at, e.started_at, e.finished_at, e.cancelled_at IS NOT NULL AS cancelled,
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
