import { writtenTitle } from '@frontrow/core/events/title-in.ts';
import { type Language, sourceLanguage } from '@frontrow/core/kernel/language.ts';
import type { Sql } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import { say, writeIn } from '../../i18n/say.ts';
import { type CalendarEntry, calendarFeedText, organizerOf } from '../../mail/calendar-file.ts';
import { plannedEnd } from '../events/index.ts';
import type { Ticketing } from '../ticketing/index.ts';

/** Entries of one feed, the nearest to now first: calendars read it whole, again and again. */
const entriesMax = 500;
/** Events that began longer ago leave the feed. */
const pastDays = 365;

const nearest = `starts_at > app_now() - interval '${pastDays} days'
  ORDER BY abs(extract(epoch FROM starts_at - app_now())), id LIMIT ${entriesMax}`;

interface TicketRow {
  id: string;
  lost: boolean;
  cancelled: boolean;
}

export interface TicketCalendarDeps extends Pick<Kit, 'db'> {
  readonly ticketing: Pick<Ticketing, 'ticketCalendar'>;
}

/**
 * A person's tickets as a calendar, one entry per event. It says what the files in emails say, with the same UIDs and
 * sequences; a ticket that was refunded or transferred stays as a cancelled entry.
 */
export async function ticketsCalendar({ db, ticketing }: TicketCalendarDeps, accountId: number): Promise<string> {
  const rows = await db.query<TicketRow>(
    `SELECT id, lost, cancelled FROM (
       SELECT DISTINCT ON (t.event_id) t.id, t.voided_at IS NOT NULL AS lost, e.cancelled_at IS NOT NULL AS cancelled,
         e.starts_at
       FROM ticket t JOIN event e ON e.id = t.event_id WHERE t.holder_id = $1 AND e.replay_of IS NULL
       ORDER BY t.event_id, t.voided_at IS NULL DESC, t.created_at DESC) AS latest WHERE ${nearest}`,
    [accountId],
  );
  const entries = await Promise.all(
    rows.map(async ({ id, lost, cancelled }) => {
      const calendar = await ticketing.ticketCalendar(id);
      return calendar && (cancelled ? calendar.cancelled : lost ? calendar.lost : calendar.issued);
    }),
  );
  const owner = await db.one<{ language: Language | null }>('SELECT language FROM app_user WHERE id = $1', [accountId]);
  return writeIn(owner?.language ?? sourceLanguage, () =>
    calendarFeedText(
      say`My Frontrow tickets`,
      entries.filter((entry) => entry !== undefined),
    ),
  );
}

interface EventRow {
  id: string;
  title: string;
  starts_at: Date;
  planned_end: Date | null;
  tz: string;
  reschedules: number;
  revisions: number;
  cancelled: boolean;
  changed_at: Date;
}

/** A host as its feeds name it. */
export interface FeedHost {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly since_ms: number;
}

/** Public events of a host as a calendar; cancelled ones stay in it as such. */
export async function hostCalendar(
  { config }: Pick<Kit, 'config'>,
  sql: Sql,
  { id, username, name }: FeedHost,
): Promise<string> {
  const rows = await sql.query<EventRow>(
    `SELECT id, title, starts_at, ${plannedEnd} AS planned_end, tz, reschedules, revisions,
       cancelled_at IS NOT NULL AS cancelled, greatest(created_at, rescheduled_at, revised_at, cancelled_at) AS changed_at
     FROM event e WHERE host_id = $1 AND is_public AND unpublished_at IS NULL AND private_for IS NULL AND ${nearest}`,
    [id],
  );
  const entries = rows.map((row): CalendarEntry => ({
    eventUuid: row.id,
    title: writtenTitle(row.title),
    startsAt: row.starts_at.getTime(),
    endsAt: row.planned_end?.getTime(),
    tz: row.tz,
    eventUrl: `${config.publicUrl}/event/${row.id}`,
    host: name || username,
    organizer: organizerOf(config),
    cancelled: row.cancelled,
    reminds: false,
    // As in the event's own file: see `calendarDownload`.
    sequence: row.revisions + (row.cancelled ? 2 : row.reschedules),
    changedAt: row.changed_at.getTime(),
  }));
  return calendarFeedText(`${name || username} on Frontrow`, entries);
}
