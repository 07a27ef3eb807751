import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { mayWriteToHolders, messagesPerDayMax, readHolderMessage } from '@frontrow/core/events/holder-message.ts';
import type { CancelReason } from '@frontrow/core/events/live-event.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { days } from '@frontrow/core/kernel/instant.ts';
import { Refusals } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { recordFact, type RecordedFact } from '../../../facts/fact-handler.ts';
import type { Kit } from '../../../kit.ts';
import { speakerInvitedMail, complimentaryWithdrawnMail } from '../../../mail/ticket-changes-mails.ts';
import {
  type ChangedDate,
  eventCancelledMail,
  eventMovedMail,
  eventUnpublishedMail,
  seriesDatesMail,
  type SeriesDatesMailParts,
} from '../../../mail/event-change-mails.ts';
import { hostMessageMail } from '../../../mail/news-mails.ts';
import { ticketReturnedMail, ticketWithdrawnMail } from '../../../mail/refund-mails.ts';
import type { MailMessage } from '../../../ports/mail.ts';
import type { EventRecord, Events } from '../../events/index.ts';
import { dateColumns, mailedDate, type MailedDateRow } from '../mailed-date.ts';
import { createTicketCalendars } from '../ticket-calendar.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';

type MessageDeps = Pick<Kit, 'db'> & { readonly events: Pick<Events, 'lockPublished' | 'findPublished'> };

/** Stores a message, once per id, and lets the outbox email it to every holder. Returns the number of holders. */
export async function messageHolders(
  { db, events }: MessageDeps,
  host: Account,
  eventUuid: string,
  typed: { readonly id: string; readonly subject: string; readonly text: string },
): Promise<number> {
  const read = readHolderMessage(typed);
  return db.tx(async (tx) => {
    const event = await events.lockPublished(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    if (event.hostId !== host.id) throw refuse('forbidden');
    if (await tx.one('SELECT 1 FROM event_message WHERE id = $1', [typed.id])) return event.sold;
    if (event.cancelledAt !== undefined) throw refuse('event_cancelled');
    if (!mayWriteToHolders(event.finishedAt, event.now)) throw refuse('event_over');
    if (!('message' in read)) {
      const [first, ...more] = read.problems;
      throw new Refusals([refuse(first), ...more.map((problem) => refuse(problem))]);
    }
    const sent = await tx.one<{ count: number }>(
      `SELECT count(*)::int AS count FROM event_message
       WHERE event_id = $1 AND created_at > app_now() - $2 * interval '1 ms'`,
      [eventUuid, days(1)],
    );
    if (sent!.count >= messagesPerDayMax) throw refuse('messages_used_up', { maximum: messagesPerDayMax });
    if (event.sold === 0) throw refuse('nobody_to_tell');
    await tx.query('INSERT INTO event_message (id, event_id, subject, body) VALUES ($1, $2, $3, $4)', [
      typed.id,
      eventUuid,
      read.message.subject,
      read.message.text,
    ]);
    await recordFact(tx, {
      topic: 'HoldersMessaged',
      dedupeKey: `HoldersMessaged:${typed.id}`,
      payload: { eventUuid, messageId: typed.id },
    });
    return event.sold;
  });
}

interface SentMessage {
  readonly subject: string;
  readonly text: string;
  readonly at: number;
}

const shownMax = 20;

/** The host's messages, newest first, for the host and the holders of a ticket. */
export async function listMessages(
  sql: Sql,
  events: Pick<Events, 'findPublished'>,
  actor: Account,
  eventUuid: string,
): Promise<SentMessage[]> {
  const event = await events.findPublished(sql, eventUuid);
  if (!event) throw refuse('event_not_found');
  if (!(await mayRead(sql, actor, event))) throw refuse('forbidden');
  const rows = await sql.query<{ subject: string; body: string; created_at: Date }>(
    'SELECT subject, body, created_at FROM event_message WHERE event_id = $1 ORDER BY created_at DESC, id LIMIT $2',
    [eventUuid, shownMax],
  );
  return rows.map((row) => ({ subject: row.subject, text: row.body, at: row.created_at.getTime() }));
}

const mayRead = async (sql: Sql, actor: Account, event: EventRecord): Promise<boolean> =>
  event.hostId === actor.id ||
  (await sql.one('SELECT 1 FROM ticket WHERE event_id = $1 AND holder_id = $2 AND voided_at IS NULL', [
    event.id,
    actor.id,
  ])) !== undefined;

type Told = 'moved' | 'cancelled' | 'unpublished' | 'message';

/** Who held a ticket when it happened, including holders for a cancelled event whose refund has begun since. */
const holders: Readonly<Record<Told, string>> = {
  moved: 'EXISTS (SELECT 1 FROM orders o WHERE o.id = t.order_id AND o.created_at < e.rescheduled_at)',
  cancelled: 'true',
  unpublished: 'e.unpublished_at IS NOT NULL AND e.started_at IS NULL',
  message: 'true',
};

/**
 * Records one fact per holder, in one statement, so that each of thousands of emails is retried separately. Safe to run
 * again, because each fact has its key. The two people of a private meeting get the meeting's own emails.
 */
export async function recordHolderNotices(
  { db }: Pick<TicketingDeps, 'db'>,
  what: Told,
  { payload, dedupeKey }: RecordedFact<'EventCancelled' | 'EventMoved' | 'EventUnpublished' | 'HoldersMessaged'>,
): Promise<void> {
  await db.query(
    `INSERT INTO outbox (dedupe_key, topic, payload)
     SELECT $4 || ':' || t.id, 'HolderTold', $3::jsonb || jsonb_build_object('what', $2::text, 'ticketId', t.id)
     FROM ticket t JOIN event e ON e.id = t.event_id
     WHERE t.event_id = $1 AND e.private_for IS NULL AND (t.voided_at IS NULL OR t.voided_at >= e.cancelled_at)
       AND ${holders[what]}
     ON CONFLICT (dedupe_key) DO NOTHING`,
    [payload.eventUuid, what, JSON.stringify(payload), `${what}:${dedupeKey}`],
  );
}

interface HolderRow extends MailedDateRow {
  holder_id: number;
  paid: boolean;
  voided: boolean;
  event_id: string;
  title: EventTitle;
  host: string;
  cause: CancelReason | null;
}

interface DateRow {
  holder_id: number;
  ticket_id: string;
  event_id: string;
  step: string;
  paid: boolean;
  starts_at: Date;
  original_starts_at: Date;
  tz: string;
}

/** Dates of a series that were moved or cancelled in one step, and for which the holder has a ticket. */
async function datesTogether(
  deps: TicketingDeps,
  what: 'moved' | 'cancelled',
  ticketId: string,
): Promise<Pick<SeriesDatesMailParts, 'dedupeKey' | 'dates' | 'paid'> | undefined> {
  const { accounts, config, db } = deps;
  const rows = await db.query<DateRow>(
    `SELECT its.holder_id, its.id AS ticket_id, o.total_minor > 0 AS paid, d.id AS event_id, d.starts_at, d.original_starts_at, d.tz,
       d.series_id || ':' || CASE $2 WHEN 'moved' THEN d.rescheduled_at ELSE d.cancelled_at END AS step
     FROM ticket t JOIN event e ON e.id = t.event_id
       JOIN event d ON d.series_id = e.series_id
         AND CASE $2 WHEN 'moved' THEN d.rescheduled_at = e.rescheduled_at ELSE d.cancelled_at = e.cancelled_at END
       JOIN ticket its ON its.event_id = d.id AND its.holder_id = t.holder_id
       JOIN orders o ON o.id = its.order_id
     WHERE t.id = $1 AND CASE $2 WHEN 'moved' THEN its.voided_at IS NULL AND o.created_at < d.rescheduled_at
       ELSE its.voided_at IS NULL OR its.voided_at >= d.cancelled_at END
     ORDER BY d.original_starts_at`,
    [ticketId, what],
  );
  if (rows.length < 2) return undefined;
  const dates: ChangedDate[] = [];
  for (const row of rows) {
    const calendar = await createTicketCalendars(deps)(row.ticket_id);
    if (!calendar) continue;
    dates.push({
      startsAt: row.starts_at.getTime(),
      oldStartsAt: row.original_starts_at.getTime(),
      tz: row.tz,
      calendar: what === 'moved' ? calendar.issued : calendar.cancelled,
      eventUrl: what === 'moved' ? await accounts.joinLink(row.holder_id, row.event_id) : config.publicUrl,
    });
  }
  return { paid: rows.some(({ paid }) => paid), dedupeKey: `${what}:${rows[0]!.step}:${rows[0]!.holder_id}`, dates };
}

/**
 * Emails one holder what happened to the event. A holder whose ticket was refunded since gets no email about a new
 * time.
 */
export async function mailHolder(deps: TicketingDeps, fact: RecordedFact<'HolderTold'>): Promise<void> {
  const { accounts, config, db, mail } = deps;
  const { payload } = fact;
  const row = await db.one<HolderRow>(
    `SELECT t.holder_id, o.total_minor > 0 AS paid, t.voided_at IS NOT NULL AS voided, e.id AS event_id, title_of(e) AS title,
       coalesce(nullif(u.name, ''), u.username) AS host, ${dateColumns}, e.cancel_reason AS cause
     FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id
       JOIN app_user u ON u.id = e.host_id
     WHERE t.id = $1`,
    [payload.ticketId],
  );
  const to = row && (await accounts.addressOf(row.holder_id));
  const calendar = to && (await createTicketCalendars(deps)(payload.ticketId));
  if (!to || !calendar) return;
  const eventUrl = `${config.publicUrl}/event/${row.event_id}`;
  const parts = {
    dedupeKey: fact.dedupeKey,
    to,
    title: row.title,
    host: row.host,
    startsAt: row.starts_at.getTime(),
    tz: row.tz,
    ofSeries: row.of_series,
    paid: row.paid,
  };
  const date = mailedDate(row);
  if (payload.what === 'moved' || payload.what === 'cancelled') {
    const together = await datesTogether(deps, payload.what, payload.ticketId);
    // Each of the tickets has its fact; the email port sends the first of equal keys.
    if (together) return mail.send(seriesDatesMail({ ...parts, ...together, what: payload.what }));
  }
  // A guest's first link may expire before the event ends, so guests get a new one. Accounts get the event's page.
  const wayIn = (): Promise<string> => accounts.joinLink(row.holder_id, row.event_id);
  let message: MailMessage;
  if (payload.what === 'moved') {
    if (row.voided) return;
    message = eventMovedMail({
      ...parts,
      calendar: calendar.issued,
      oldStartsAt: payload.from,
      eventUrl: await wayIn(),
    });
  } else if (payload.what === 'message') {
    const written = await db.one<{ subject: string; body: string }>(
      'SELECT subject, body FROM event_message WHERE id = $1',
      [payload.messageId],
    );
    if (row.voided || !written) return;
    message = hostMessageMail({
      ...parts,
      eventUrl: await wayIn(),
      subject: written.subject,
      text: written.body,
    });
  } else if (payload.what === 'unpublished') {
    if (row.voided) return;
    message = eventUnpublishedMail({ ...parts, eventUrl: await wayIn() });
  } else if (payload.what === 'speaker') {
    if (row.voided) return;
    message = speakerInvitedMail({ ...parts, eventUrl: await wayIn(), role: payload.role });
  } else if (payload.what === 'withdrawn') {
    message = complimentaryWithdrawnMail({ ...parts, date, eventUrl, calendar: calendar.lost });
  } else if (payload.what === 'returned') {
    message = ticketReturnedMail({ ...parts, date, eventUrl, calendar: calendar.lost });
  } else if (payload.what === 'taken_back') {
    message = ticketWithdrawnMail({ ...parts, date, eventUrl, calendar: calendar.lost, because: payload.because });
  } else {
    message = eventCancelledMail({
      ...parts,
      eventUrl,
      calendar: calendar.cancelled,
      discoverUrl: config.publicUrl,
      cause: row.cause ?? 'host',
    });
  }
  await mail.send(message);
}
