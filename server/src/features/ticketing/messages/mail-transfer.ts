import type { RecordedFact } from '../../../facts/fact-handler.ts';
import { ticketPassedOnMail } from '../../../mail/ticket-passed-on-mail.ts';
import type { Checkout } from '../selling/checkout.ts';

/** Tells the former holder that the ticket is somebody else's now: it may have been a stranger in their session. */
export async function mailFormerHolder(
  { accounts, config, db, mail }: Checkout,
  { payload }: RecordedFact<'TicketTransferred'>,
): Promise<void> {
  const { eventUuid, fromId, fromTicketId } = payload;
  const [to, row] = await Promise.all([
    accounts.addressOf(fromId),
    db.one<{ title: string; paid: boolean }>(
      `SELECT e.title, o.total_minor > 0 AS paid
       FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id WHERE t.id = $1`,
      [fromTicketId],
    ),
  ]);
  if (!to || !row) return;
  await mail.send(
    ticketPassedOnMail({
      dedupeKey: `passed_on:${fromTicketId}`,
      to,
      title: row.title,
      paid: row.paid,
      eventUrl: `${config.publicUrl}/event/${eventUuid}`,
    }),
  );
}
