import type { Account } from '@frontrow/core/kernel/actor.ts';
import { hours } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { ticketMailsMax } from '@frontrow/core/ticketing/limits.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { Checkout } from '../selling/checkout.ts';

const limit = { scope: 'ticket_mail', max: ticketMailsMax, windowMs: hours(1) };

/**
 * Mails a ticket to its holder again. Refuses `ticket_not_found`, `ticket_of_meeting`, and `too_many_requests` after
 * three in an hour.
 */
export async function resendTicket(
  { accounts, db, ids }: Pick<Checkout, 'accounts' | 'db' | 'ids'>,
  { id, guestOf }: Pick<Account, 'id' | 'guestOf'>,
  ticketId: string,
): Promise<void> {
  const ticket = await db.one<{ event_id: string; voided: boolean; transferred: boolean; is_meeting: boolean }>(
    `SELECT t.event_id, t.voided_at IS NOT NULL AS voided, t.transferred, e.private_for IS NOT NULL AS is_meeting
     FROM ticket t JOIN event e ON e.id = t.event_id WHERE t.id = $1 AND t.holder_id = $2`,
    [ticketId, id],
  );
  if (!ticket || (guestOf !== undefined && guestOf !== ticket.event_id)) throw refuse('ticket_not_found');
  if (ticket.is_meeting) throw refuse('ticket_of_meeting');
  if (ticket.transferred) throw refuse('ticket_passed_on');
  if (ticket.voided) throw refuse('ticket_given_back');
  await accounts.needAttempt(db, limit, ticketId);
  await recordFact(db, { topic: 'TicketMailAsked', dedupeKey: `ticket_mail:${ids.uuid()}`, payload: { ticketId } });
}
