import { domainToASCII } from 'node:url';
import { readEmail } from '@frontrow/core/accounts/email.ts';
import { hours } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { emailCorrectionsMax } from '@frontrow/core/ticketing/limits.ts';
import type { Sql } from '../../../db/db.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';
import { requireRecipient } from './transfer.ts';

const limit = { scope: 'correct_email', max: emailCorrectionsMax, windowMs: hours(1) };

interface Unreachable {
  readonly ticketId: string;
  readonly orderId: string;
  readonly guestId: number;
  readonly email: string;
}

/**
 * A live ticket that was bought in this browser for an email address that refused our email. A guest who opened a
 * mailed link has a mailbox, and a ticket that was transferred belongs to someone else: neither is one.
 */
async function unreachableTicket(
  sql: Sql,
  eventId: string,
  guestKey: string | undefined,
): Promise<Unreachable | undefined> {
  if (guestKey === undefined) return undefined;
  const row = await sql.one<{ ticket_id: string; order_id: string; guest_id: number; email: string | null }>(
    `SELECT t.id AS ticket_id, o.id AS order_id, g.id AS guest_id, g.guest_email_norm AS email
     FROM orders o
       JOIN ticket t ON t.order_id = o.id AND t.holder_id = o.buyer_id
       JOIN app_user g ON g.id = o.buyer_id
       JOIN undeliverable_address u ON u.address = lower(g.guest_email_norm)
       JOIN event e ON e.id = o.event_id
     WHERE o.event_id = $1 AND o.guest_key = $2 AND o.status = 'paid' AND t.voided_at IS NULL
       AND t.transferred_from IS NULL AND g.email_verified_at IS NULL AND e.state = 0 AND e.cancelled_at IS NULL
     ORDER BY t.created_at DESC LIMIT 1`,
    [eventId, guestKey],
  );
  if (!row || row.email === null) return undefined;
  return { ticketId: row.ticket_id, orderId: row.order_id, guestId: row.guest_id, email: row.email };
}

/** The email address of this browser's ticket, where it refused our email. */
export const undeliverableEmail = async (
  { db }: Pick<TicketingDeps, 'db'>,
  eventId: string,
  guestKey: string | undefined,
): Promise<string | null> => (await unreachableTicket(db, eventId, guestKey))?.email ?? null;

/**
 * Corrects the email address of a guest's ticket and emails the ticket there. As with a purchase, the typed address
 * proves nothing: only the link in the email opens the ticket.
 */
export async function correctEmail(
  { accounts, db, ids }: TicketingDeps,
  guestKey: string | undefined,
  typed: { readonly eventId: string; readonly email: string },
): Promise<void> {
  const { eventId } = typed;
  const email = readEmail(typed.email, domainToASCII);
  if (guestKey === undefined) throw refuse('email_not_correctable');
  await accounts.consumeAttempt(db, limit, `${guestKey} ${eventId}`);
  await accounts.refuseSuspendedEmail(email);
  await db.tx(async (tx) => {
    const found = await unreachableTicket(tx, eventId, guestKey);
    if (!found) throw refuse('email_not_correctable');
    if (found.email === email) throw refuse('email_own', {}, { field: 'email' });
    const { id: toId } = await accounts.guestFor(tx, email);
    const people = { fromId: found.guestId, toId };
    await requireRecipient(tx, eventId, people);
    const moved = await accounts.moveTicketToGuest(
      tx,
      { eventUuid: eventId, orderId: found.orderId, ...people },
      async (locked) => (await unreachableTicket(locked, eventId, guestKey))?.ticketId === found.ticketId,
    );
    if (!moved) throw refuse('email_not_correctable');
    const { ticketId } = found;
    await recordFact(tx, { topic: 'TicketMailAsked', dedupeKey: `ticket_mail:${ids.uuid()}`, payload: { ticketId } });
  });
}
