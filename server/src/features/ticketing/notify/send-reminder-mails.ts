import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { type EventStateCode, liveEventStateOf } from '@frontrow/core/events/live-event-machine.ts';
import {
  dueAt,
  type ReminderKind,
  reminderLeadMs,
  reminderNow,
  remindersBatchMax,
  stillReminds,
} from '@frontrow/core/ticketing/reminders.ts';
import { batchedRows } from '../../../db/batcher.ts';
import type { Db, Sql } from '../../../db/db.ts';
import { recordFact, type RecordedFact, type Fact } from '../../../facts/fact-handler.ts';
import { reminderMail } from '../../../mail/reminder-mails.ts';
import { plannedEnd } from '../../events/index.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';

/** Holders of an event's tickets are to be reminded, batch by batch. */
export interface RemindersDue {
  readonly eventUuid: string;
  readonly kind: ReminderKind;
  /** Epoch ms: see `Reminder` in core. */
  readonly countedFor: number;
  /** Holders (`holder_key`) after this one are still to be reminded; '' at first. */
  readonly after: string;
}

const remindersDue = (due: RemindersDue): Fact => ({
  topic: 'RemindersDue',
  dedupeKey: `reminders:${due.kind}:${due.eventUuid}:${due.countedFor}:${due.after}`,
  payload: due,
});

interface DueRow {
  id: string;
  state: EventStateCode;
  starts_at: Date;
  now: Date;
}

const eventsPerRunMax = 500;

/**
 * Records once per event and start that the reminder before it is due. The fact's key makes it safe in several
 * processes and after a crash; what is already recorded is left out, so that a run costs one read.
 */
export async function findDueReminders(sql: Sql): Promise<void> {
  const rows = await sql.query<DueRow>(
    `SELECT e.id, e.state, e.starts_at, app_now() AS now
     FROM event e
     WHERE e.state = 0 AND e.private_for IS NULL AND e.starts_at > app_now()
       AND e.starts_at <= app_now() + $1 * interval '1 ms' AND e.sold > 0
       AND NOT EXISTS (
         SELECT 1 FROM outbox f WHERE f.dedupe_key = 'reminders:'
           || CASE WHEN e.starts_at <= app_now() + $2 * interval '1 ms' THEN 'hour' ELSE 'day' END
           || ':' || e.id || ':' || floor(extract(epoch FROM e.starts_at) * 1000)::bigint || ':')
     ORDER BY e.starts_at LIMIT $3`,
    [reminderLeadMs.day, reminderLeadMs.hour, eventsPerRunMax],
  );
  for (const row of rows) {
    const event = {
      state: liveEventStateOf(row.state),
      cancelled: false,
      startsAt: row.starts_at.getTime(),
      startedAt: undefined,
    };
    const due = reminderNow(event, row.now.getTime());
    if (due) await recordFact(sql, remindersDue({ eventUuid: row.id, ...due, after: '' }));
  }
}

/** Reminds every holder that the event is live, unless it was over before this was read. */
export async function remindOfLive(sql: Sql, eventUuid: string): Promise<void> {
  const event = await sql.one<{ started_at: Date | null }>(
    'SELECT started_at FROM event WHERE id = $1 AND state = 1 AND private_for IS NULL',
    [eventUuid],
  );
  if (event?.started_at)
    await recordFact(sql, remindersDue({ eventUuid, kind: 'live', countedFor: event.started_at.getTime(), after: '' }));
}

/**
 * Records one fact for each holder of a batch who had the ticket when the reminder was due and wants reminders, so that
 * each of thousands of emails is retried separately, and records a fact for the next batch. Safe to run again, because
 * each fact has its key.
 */
export async function remindHolders(db: Db, due: RemindersDue): Promise<void> {
  const { eventUuid, kind, countedFor, after } = due;
  await db.tx(async (tx) => {
    const batch = await tx.one<{ last: string | null; holders: number }>(
      `WITH batch AS (
         SELECT t.id, t.holder_id, t.holder_key, t.created_at FROM ticket t
         WHERE t.event_id = $1 AND t.voided_at IS NULL AND t.holder_key > $2
         ORDER BY t.holder_key LIMIT $3
       ), told AS (
         INSERT INTO outbox (dedupe_key, topic, payload)
         SELECT 'reminder:' || $4::text || ':' || batch.id || ':' || $5::bigint, 'HolderReminded', jsonb_build_object(
           'eventUuid', $1::uuid, 'ticketId', batch.id, 'kind', $4::text, 'countedFor', $5::bigint)
         FROM batch JOIN app_user u ON u.id = batch.holder_id
         WHERE batch.created_at <= $6::timestamptz AND u.reminders
         ON CONFLICT (dedupe_key) DO NOTHING
       )
       SELECT max(holder_key) AS last, count(*)::int AS holders FROM batch`,
      [eventUuid, after, remindersBatchMax, kind, countedFor, new Date(dueAt(due))],
    );
    if (batch?.last && batch.holders === remindersBatchMax)
      await recordFact(tx, remindersDue({ ...due, after: batch.last }));
  });
}

interface ReminderRow {
  id: string;
  holder_id: number;
  created_at: Date;
  voided: boolean;
  wants: boolean;
  event_id: string;
  title: EventTitle;
  host: string;
  state: EventStateCode;
  cancelled: boolean;
  starts_at: Date;
  planned_end: Date | null;
  started_at: Date | null;
  tz: string;
  host_suspended: boolean;
  now: Date;
}

const createReads = (sql: Sql): ((ticketId: string) => Promise<ReminderRow | undefined>) =>
  batchedRows((ticketIds) =>
    sql.query<ReminderRow>(
      `SELECT t.id, t.holder_id, t.created_at, t.voided_at IS NOT NULL AS voided, h.reminders AS wants,
         e.id AS event_id, title_of(e) AS title, coalesce(nullif(u.name, ''), u.username) AS host, e.state,
         e.cancelled_at IS NOT NULL AS cancelled, e.starts_at, ${plannedEnd} AS planned_end, e.started_at,
         e.tz, u.suspended_at IS NOT NULL AS host_suspended, app_now() AS now
       FROM ticket t JOIN event e ON e.id = t.event_id JOIN app_user u ON u.id = e.host_id
         JOIN app_user h ON h.id = t.holder_id
       WHERE t.id = ANY ($1)`,
      [ticketIds],
    ),
  );

/**
 * Emails a reminder, unless it stopped being true: the ticket was refunded, the event was moved or has ended, or the
 * holder declined reminders. A ticket gets one of each kind: the mail port suppresses a second one by its key, whatever
 * start it was counted from. While the host is suspended, none is sent: the event cannot begin.
 */
export function createMailReminder(deps: TicketingDeps): (fact: RecordedFact<'HolderReminded'>) => Promise<void> {
  const { accounts, mail } = deps;
  const ticketOf = createReads(deps.db);
  return async ({ payload }) => {
    const row = await ticketOf(payload.ticketId);
    if (!row?.wants || row.host_suspended) return;
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
        endsAt: row.planned_end?.getTime(),
        tz: row.tz,
        joinUrl: await accounts.joinLink(row.holder_id, row.event_id),
        ...accounts.reminderLinks(row.holder_id),
      }),
    );
  };
}
