import type { RecordedFact } from '../../../facts/fact-handler.ts';
import { ticketPassedOnMail } from '../../../mail/ticket-passed-on-mail.ts';
import { createTicketCalendars } from './ticket-calendar.ts';
import type { Checkout } from '../selling/checkout.ts';

/** Tells the former holder that the ticket is somebody else's now: it may have been a stranger in their session. */
export async function mailFormerHolder(
  checkout: Checkout,
  { payload }: RecordedFact<'TicketTransferred'>,
): Promise<void> {
  const { accounts, config, db, mail } = checkout;
  const { eventUuid, fromId, fromTicketId } = payload;
  const [to, calendar, row] = await Promise.all([
    accounts.addressOf(fromId),
    createTicketCalendars(checkout)(fromTicketId),
    db.one<{ title: string; paid: boolean }>(
      `SELECT e.title, o.total_minor > 0 AS paid
       FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id WHERE t.id = $1`,
      [fromTicketId],
    ),
  ]);
  if (!to || !row || !calendar) return;
  await mail.send(
    ticketPassedOnMail({
      dedupeKey: `passed_on:${fromTicketId}`,
      to,
      title: row.title,
      paid: row.paid,
      eventUrl: `${config.publicUrl}/event/${eventUuid}`,
      calendar: calendar.lost,
    }),
  );
}
