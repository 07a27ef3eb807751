import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';

export interface OwnTicket {
  readonly orderId: string;
  readonly eventId: string;
  readonly voided: boolean;
}

/**
 * Locks the event and the order of a ticket, and reads the ticket after that: transfers, refunds, cancellations and
 * people who take their places come one after the other. Refuses `ticket_not_found` where it is not the caller's, or
 * the caller is a guest of another event, `ticket_of_meeting` where the request is to be cancelled instead, and
 * `ticket_passed_on` once it is somebody else's.
 */
export async function lockOwnTicket(
  tx: Tx,
  holder: Pick<Account, 'id' | 'guestOf'>,
  ticketId: string,
): Promise<OwnTicket> {
  const found = await tx.one<{ order_id: string; event_id: string }>(
    'SELECT order_id, event_id FROM ticket WHERE id = $1 AND holder_id = $2',
    [ticketId, holder.id],
  );
  // A guest's session is good for one event only.
  if (!found || (holder.guestOf !== undefined && holder.guestOf !== found.event_id)) throw refuse('ticket_not_found');
  const event = await tx.one<{ is_meeting: boolean }>(
    'SELECT private_for IS NOT NULL AS is_meeting FROM event WHERE id = $1 FOR UPDATE',
    [found.event_id],
  );
  if (event?.is_meeting) throw refuse('ticket_of_meeting');
  await tx.query('SELECT 1 FROM orders WHERE id = $1 FOR UPDATE', [found.order_id]);
  const row = await tx.one<{ voided: boolean; transferred: boolean }>(
    'SELECT voided_at IS NOT NULL AS voided, transferred FROM ticket WHERE id = $1 AND holder_id = $2',
    [ticketId, holder.id],
  );
  if (!row) throw refuse('ticket_not_found');
  if (row.transferred) throw refuse('ticket_passed_on');
  return { orderId: found.order_id, eventId: found.event_id, voided: row.voided };
}
