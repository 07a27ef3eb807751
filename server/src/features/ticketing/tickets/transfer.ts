import { domainToASCII } from 'node:url';
import { readEmail } from '@frontrow/core/accounts/email.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { hours } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { transfersAskedMax } from '@frontrow/core/ticketing/limits.ts';
import { recipientRefusal, transferRefusal } from '@frontrow/core/ticketing/ticket-transfer.ts';
import type { Tx } from '../../../db/db.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import { findTicket, type HeldTicket, lockOwnTicket } from '../records.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';

const limit = { scope: 'ticket_transfer', max: transfersAskedMax, windowMs: hours(1) };

interface TransferRow {
  starts_at: Date;
  started: boolean;
  cancelled: boolean;
  token_gated: boolean;
  is_meeting: boolean;
  settled: boolean;
  received: boolean;
  now: Date;
}

/**
 * Transfers a ticket to the person with this email address: the old ticket is void, the new one has another code, and
 * the order is held by its new holder. The order's buyer does not change. The facts email both.
 */
export async function transferTicket(
  deps: TicketingDeps,
  holder: Pick<Account, 'id' | 'guestOf'>,
  typed: { readonly ticketId: string; readonly email: string },
): Promise<HeldTicket> {
  const { accounts, db, ids } = deps;
  const email = readEmail(typed.email, domainToASCII);
  // Counted per caller: a stranger who knows the ticket's id uses up no one else's tries.
  await accounts.consumeAttempt(db, limit, `${holder.id} ${typed.ticketId}`);
  await db.tx(async (tx) => {
    const { eventId, orderId, voided } = await lockOwnTicket(tx, holder, typed.ticketId);
    if (voided) throw refuse('ticket_given_back');
    const no = transferRefusal(await factsOf(tx, typed.ticketId));
    if (no) throw refuse(no);
    const toId = await accounts.holderFor(tx, email);
    await requireRecipient(tx, eventId, { fromId: holder.id, toId });
    await move(tx, {
      eventId,
      orderId,
      fromTicketId: typed.ticketId,
      fromId: holder.id,
      toId,
      ticketId: ids.uuid(),
      code: ids.ticketCode(),
    });
  });
  const outcome = await findTicket(db, typed.ticketId);
  if (!outcome) throw refuse('ticket_not_found');
  return outcome;
}

/** What the rules need to know about a ticket. Its event and order are locked, or the answer is only shown. */
export async function factsOf(tx: Pick<Tx, 'one'>, ticketId: string): Promise<Parameters<typeof transferRefusal>[0]> {
  const row = await tx.one<TransferRow>(
    `SELECT e.starts_at, e.state > 0 AS started, e.cancelled_at IS NOT NULL AS cancelled,
       NOT e.opening_ticketing AS token_gated, e.private_for IS NOT NULL AS is_meeting,
       t.transferred_from IS NOT NULL AS received, app_now() AS now,
       o.status = 'paid' AND NOT EXISTS (
         SELECT 1 FROM payment p JOIN refund r ON r.payment_id = p.id AND r.status IN ('requested', 'pending')
         WHERE p.order_id = o.id) AS settled
     FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id WHERE t.id = $1`,
    [ticketId],
  );
  if (!row) throw refuse('ticket_not_found');
  return {
    now: row.now.getTime(),
    startsAt: row.starts_at.getTime(),
    started: row.started,
    cancelled: row.cancelled,
    tokenGated: row.token_gated,
    ofMeeting: row.is_meeting,
    settled: row.settled,
    received: row.received,
  };
}

/** Refuses an email address whose person holds this ticket or another one of the event, hosts it, or is suspended. */
export async function requireRecipient(tx: Tx, eventId: string, { fromId, toId }: { fromId: number; toId: number }) {
  const row = await tx.one<{ is_holder: boolean; is_host: boolean; has_ticket: boolean; is_suspended: boolean }>(
    `WITH person AS (SELECT $2::bigint AS id UNION SELECT other_id FROM same_person WHERE user_id = $2)
     SELECT EXISTS (SELECT 1 FROM person WHERE id = $3) AS is_holder,
       EXISTS (SELECT 1 FROM person WHERE id = e.host_id) AS is_host,
       EXISTS (
         SELECT 1 FROM ticket t JOIN person ON t.holder_key = person_holder(person.id)
         WHERE t.event_id = e.id AND t.voided_at IS NULL) AS has_ticket,
       EXISTS (SELECT 1 FROM person JOIN app_user u ON u.id = person.id WHERE u.suspended_at IS NOT NULL) AS is_suspended
     FROM event e WHERE e.id = $1`,
    [eventId, toId, fromId],
  );
  const no =
    row &&
    recipientRefusal({
      isHolder: row.is_holder,
      isHost: row.is_host,
      hasTicket: row.has_ticket,
      isSuspended: row.is_suspended,
    });
  if (no) throw refuse(no, {}, { field: 'email' });
}

interface Move {
  readonly eventId: string;
  readonly orderId: string;
  readonly fromTicketId: string;
  readonly fromId: number;
  readonly toId: number;
  readonly ticketId: string;
  readonly code: string;
}

async function move(tx: Tx, { eventId, orderId, fromTicketId, fromId, toId, ticketId, code }: Move): Promise<void> {
  // A holder leaves the waitlist; an offered seat is released to the next in line.
  await tx.query('SELECT leave_waitlist($1, $2)', [eventId, toId]);
  // An unpaid order of the new holder makes room for the ticket, as it does for another one that is paid first.
  await tx.query(
    `UPDATE orders SET holder_key = open_holder(buyer_id, id::text)
     WHERE event_id = $1 AND holder_key = person_holder($2) AND status = 'pending'`,
    [eventId, toId],
  );
  await tx.query('UPDATE ticket SET voided_at = app_now(), transferred = true WHERE id = $1 AND voided_at IS NULL', [
    fromTicketId,
  ]);
  await tx.query(
    `INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code, seat, self_cancel_hours,
       self_cancel_percent, transferred_from)
     SELECT $2, order_id, event_id, $3, person_holder($3), $4, seat, self_cancel_hours, self_cancel_percent, id
     FROM ticket WHERE id = $1`,
    [fromTicketId, ticketId, toId, code],
  );
  await tx.query("UPDATE orders SET holder_key = person_holder($2) WHERE id = $1 AND status = 'paid'", [orderId, toId]);
  // The event page shows the attendees.
  await tx.query('UPDATE event SET version = version + 1 WHERE id = $1', [eventId]);
  await recordFact(tx, {
    topic: 'TicketTransferred',
    dedupeKey: `ticket:${ticketId}`,
    payload: { eventUuid: eventId, ticketId, fromTicketId, fromId, toId },
  });
}
