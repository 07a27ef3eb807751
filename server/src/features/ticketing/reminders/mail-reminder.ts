import { type EventStateCode, liveEventStateOf } from '@frontrow/core/events/live-event-machine.ts';
import { stillReminds } from '@frontrow/core/ticketing/reminders.ts';
import { batchedReads } from '../../../db/batcher.ts';
import type { Sql } from '../../../db/db.ts';
import type { RecordedFact } from '../../../facts/fact-handler.ts';
import { reminderMail } from '../../../mail/reminder-mail.ts';
import type { Checkout } from '../selling/checkout.ts';

interface Row {
  id: string;
  holder_id: number;
  created_at: Date;
  voided: boolean;
  wants: boolean;
  event_id: string;
  title: string;
  host: string;
  state: EventStateCode;
  cancelled: boolean;
  starts_at: Date;
  started_at: Date | null;
  tz: string;
  now: Date;
}

const createReads = (sql: Sql): ((ticketId: string) => Promise<Row | undefined>) =>
  batchedReads(async (ticketIds) => {
    const rows = await sql.query<Row>(
      `SELECT t.id, t.holder_id, t.created_at, t.voided_at IS NOT NULL AS voided, h.reminders AS wants,
         e.id AS event_id, e.title, coalesce(nullif(u.name, ''), u.username) AS host, e.state,
         e.cancelled_at IS NOT NULL AS cancelled, e.starts_at, e.started_at, e.tz, app_now() AS now
       FROM ticket t JOIN event e ON e.id = t.event_id JOIN app_user u ON u.id = e.host_id
         JOIN app_user h ON h.id = t.holder_id
       WHERE t.id = ANY ($1)`,
      [ticketIds],
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ticketIds.map((id) => byId.get(id));
  });

/**
 * Mails a reminder, unless it stopped being true since: the ticket was given back, the event moved or is over, or the
 * holder declined reminders. Of each kind a ticket gets one: the mail port suppresses a second by its key, whatever
 * start it was counted for.
 */
export function createMailReminder(checkout: Checkout): (fact: RecordedFact<'HolderReminded'>) => Promise<void> {
  const { accounts, mail } = checkout;
  const ticketOf = createReads(checkout.db);
  return async ({ payload }) => {
    const row = await ticketOf(payload.ticketId);
    if (!row?.wants) return;
    const event = {
      state: liveEventStateOf(row.state),
      cancelled: row.cancelled,
      startsAt: row.starts_at.getTime(),
      startedAt: row.started_at?.getTime(),
    };
    const ticket = { voided: row.voided, createdAt: row.created_at.getTime() };
    if (!stillReminds(payload, event, ticket, row.now.getTime())) return;
    const to = await accounts.addressOf(row.holder_id);
    if (!to) return;
    await mail.send(
      reminderMail({
        dedupeKey: `reminder:${payload.kind}:${row.id}`,
        to,
        kind: payload.kind,
        title: row.title,
        host: row.host,
        startsAt: event.startsAt,
        tz: row.tz,
        joinUrl: await accounts.joinLink(row.holder_id, row.event_id),
        ...accounts.reminderLinks(row.holder_id),
      }),
    );
  };
}
