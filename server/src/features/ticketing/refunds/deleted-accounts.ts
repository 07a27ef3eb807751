import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { recordFact, type RecordedFact } from '../../../facts/fact-handler.ts';
import type { Kit } from '../../../kit.ts';
import { seatReturnedMail } from '../../../mail/ticket-changes-mails.ts';
import { recordCustomerDeletion } from '../payments/saved-cards.ts';
import { dateColumns, mailedDate, type MailedDateRow } from '../mailed-date.ts';
import { ticketReturned } from '../records.ts';
import { createTicketCalendars } from '../ticket-calendar.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';

/** A sale that waited for the erasure began at most this long before it, because no statement may take longer. */
const saleMs = seconds(5);

/**
 * A purchase that raced with the erasure of its account issued a ticket that no one can use: it is refunded and its
 * seat released. An account that was merged into another one has an owner, who is notified. What was bought well before
 * the erasure stays. Returns true if this ticket was withdrawn. Safe to run again.
 */
export async function refundPurchaseOfDeletedAccount(
  deps: TicketingDeps,
  { dedupeKey, payload }: RecordedFact<'TicketIssued'>,
): Promise<boolean> {
  const { accounts, config, db, mail } = deps;
  const ticket = await db.one<
    {
      order_id: string;
      event_id: string;
      holder_id: number;
      paid: boolean;
      title: EventTitle;
    } & MailedDateRow
  >(
    `SELECT t.order_id, t.event_id, t.holder_id, o.total_minor > 0 AS paid, title_of(e) AS title, ${dateColumns}
     FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id
       JOIN app_user u ON u.id = t.holder_id
     WHERE t.id = $1 AND o.paid_at > u.erased_at - $2 * interval '1 ms'`,
    [payload.ticketId, saleMs],
  );
  if (!ticket) return false;
  const { event_id: eventId, holder_id: holderId, order_id: orderId } = ticket;
  const to = await accounts.addressOf(holderId);
  const reason = to ? 'account_joined' : 'account_gone';
  await db.query('SELECT refund_orders($1, $2, $3, 1)', [eventId, reason, [orderId]]);
  const { ticketId } = payload;
  if (!ticket.paid) await recordFact(db, ticketReturned({ eventUuid: eventId, ticketId, orderId, reason }));
  await db.query('UPDATE orders SET email_norm = NULL, guest_key = NULL, hold_address = NULL WHERE id = $1', [orderId]);
  await db.query('UPDATE complimentary_guest SET email_norm = NULL WHERE order_id = $1', [orderId]);
  await recordCustomerDeletion(db, holderId, { dedupeKey });
  const eventUrl = `${config.publicUrl}/event/${eventId}`;
  // A separate email, because the ticket's own may already have been sent.
  const returned = `${dedupeKey}:returned`;
  const calendar = await createTicketCalendars(deps)(payload.ticketId);
  if (to && calendar && !ticket.paid)
    await mail.send(
      seatReturnedMail({
        dedupeKey: returned,
        to,
        title: ticket.title,
        date: mailedDate(ticket),
        eventUrl,
        calendar: calendar.lost,
      }),
    );
  return true;
}

const perRunMax = 200;

/**
 * An order that raced with the erasure of its buyer still has their email address and network. A paid one is refunded
 * (`refundPurchaseOfDeletedAccount`). An unpaid one loses both here, once no money is on its way; its seat stays held
 * until the hold expires, because no one can pay for it.
 */
export async function purgeErasedBuyers({ db }: Pick<Kit, 'db'>): Promise<void> {
  await db.query(
    `UPDATE orders SET email_norm = NULL, guest_key = NULL, hold_address = NULL WHERE id IN (
       SELECT o.id FROM app_user u JOIN orders o ON o.buyer_id = u.id
       WHERE u.erased_at > app_now() - interval '1 day' AND o.status <> 'paid'
         AND (o.email_norm IS NOT NULL OR o.guest_key IS NOT NULL OR o.hold_address IS NOT NULL)
         AND NOT EXISTS (
           SELECT 1 FROM payment p
           WHERE p.order_id = o.id AND p.status IN ('creating', 'requires_action', 'processing'))
       LIMIT $1 FOR UPDATE OF o SKIP LOCKED)`,
    [perRunMax],
  );
  await purgeWalletClaims(db);
  await recordMissedDeletions(db);
}

/** A claim that raced with the erasure wrote the ticket after it: what it was claimed with is deleted. */
async function purgeWalletClaims(db: Kit['db']): Promise<void> {
  const late = await db.query<{ id: string }>(
    `SELECT t.id FROM app_user u JOIN ticket t ON t.holder_id = u.id JOIN token_claim c ON c.ticket_id = t.id
     WHERE u.erased_at > app_now() - interval '1 day' LIMIT $1`,
    [perRunMax],
  );
  if (late.length === 0) return;
  const ids = late.map(({ id }) => id);
  await db.query('UPDATE ticket SET wallet_hash = NULL WHERE id = ANY ($1)', [ids]);
  await db.query('DELETE FROM token_claim WHERE ticket_id = ANY ($1)', [ids]);
}

/**
 * A process of an older version may have handled the erasure without knowing of this, so it is recorded again, at most
 * hourly.
 */
async function recordMissedDeletions(db: Kit['db']): Promise<void> {
  const left = await db.query<{ id: number; hour: number }>(
    `SELECT DISTINCT u.id, floor(extract(epoch FROM app_now()) / 3600)::bigint AS hour
     FROM app_user u JOIN provider_customer c ON c.user_id = u.id
     WHERE u.erased_at BETWEEN app_now() - interval '1 day' AND app_now() - interval '1 minute' AND NOT EXISTS (
       SELECT 1 FROM outbox x WHERE x.topic = 'CustomerLeft' AND x.payload ->> 'userId' = u.id::text
         AND (x.sent_at IS NULL OR EXISTS (SELECT 1 FROM fact_delivery d WHERE d.fact_id = x.id)))
     LIMIT $1`,
    [perRunMax],
  );
  for (const { id, hour } of left) await recordCustomerDeletion(db, id, { dedupeKey: `still_kept:${id}:${hour}` });
}
