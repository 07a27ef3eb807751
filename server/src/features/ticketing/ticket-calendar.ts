import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { batchedRows } from '../../db/batcher.ts';
import type { Sql } from '../../db/db.ts';
import { type CalendarEntry, organizerOf } from '../../mail/calendar-file.ts';
import { plannedEnd } from '../events/index.ts';
import type { TicketingDeps } from './ticketing-deps.ts';

interface Row {
  id: string;
  event_id: string;
  title: EventTitle;
  host: string;
  starts_at: Date;
  planned_end: Date | null;
  tz: string;
  is_meeting: boolean;
  reschedules: number;
  /** Changes of title or length. */
  revisions: number;
  /** Tickets of this event that the holder had before and lost. */
  lost_before: number;
  /** How often disputes of their payments changed. */
  dispute_changes: number;
  dispute_closed_at: Date | null;
  created_at: Date;
  voided_at: Date | null;
  rescheduled_at: Date | null;
  revised_at: Date | null;
  cancelled_at: Date | null;
}

export interface TicketCalendar {
  /** The event as it is now. */
  readonly issued: CalendarEntry;
  /** The event without this ticket: it leaves the holder's calendar. */
  readonly lost: CalendarEntry;
  /** The event was cancelled. */
  readonly cancelled: CalendarEntry;
}

const lastOf = (...dates: (Date | null)[]): number => Math.max(...dates.map((date) => date?.getTime() ?? 0));

/**
 * The calendar files of a ticket. A calendar replaces an older file of the same event if the new sequence is higher, or
 * equal with a later stamp. One person's sequence therefore never decreases: rescheduling the event raises it by one,
 * each change of its title or length by one, losing a ticket by one, and cancelling the event by two (an event is
 * rescheduled at most once). A dispute may void a ticket and restore it: each of its changes raises it by two.
 */
export function createTicketCalendars({ config, db }: Pick<TicketingDeps, 'config' | 'db'>) {
  const rowOf = createReads(db);
  return async (ticketId: string): Promise<TicketCalendar | undefined> => {
    const row = await rowOf(ticketId);
    if (!row) return undefined;
    const known = {
      eventUuid: row.event_id,
      title: row.title,
      host: row.host,
      startsAt: row.starts_at.getTime(),
      endsAt: row.planned_end?.getTime(),
      tz: row.tz,
      // A private meeting has no public page.
      eventUrl: `${config.publicUrl}/${row.is_meeting ? 'streaming' : 'event'}/${row.event_id}`,
      organizer: organizerOf(config),
    };
    const before = row.revisions + row.lost_before + 2 * row.dispute_changes;
    const sequence = row.reschedules + before;
    return {
      issued: {
        ...known,
        sequence,
        changedAt: lastOf(row.created_at, row.rescheduled_at, row.revised_at, row.dispute_closed_at),
      },
      lost: {
        ...known,
        cancelled: true,
        sequence: sequence + 1,
        changedAt: lastOf(row.created_at, row.voided_at, row.dispute_closed_at),
      },
      cancelled: {
        ...known,
        cancelled: true,
        sequence: before + 2,
        changedAt: lastOf(row.created_at, row.cancelled_at),
      },
    };
  };
}

const createReads = (db: Sql): ((ticketId: string) => Promise<Row | undefined>) =>
  batchedRows((ticketIds) =>
    db.query<Row>(
      `SELECT t.id, t.event_id, title_of(e) AS title, coalesce(nullif(u.name, ''), u.username) AS host, e.starts_at, ${plannedEnd} AS planned_end, e.tz,
         e.private_for IS NOT NULL AS is_meeting, e.reschedules, e.revisions, t.created_at, t.voided_at, e.rescheduled_at, e.revised_at, e.cancelled_at,
         (SELECT count(*)::int FROM ticket b
          WHERE b.event_id = t.event_id AND b.holder_id = t.holder_id AND b.voided_at <= t.created_at) AS lost_before,
         d.changes AS dispute_changes, d.closed_at AS dispute_closed_at
       FROM ticket t JOIN event e ON e.id = t.event_id JOIN app_user u ON u.id = e.host_id
         CROSS JOIN LATERAL (
           SELECT coalesce(sum(d.version), 0)::int AS changes, max(d.closed_at) AS closed_at
           FROM ticket b JOIN payment p ON p.order_id = b.order_id JOIN dispute d ON d.payment_id = p.id
           WHERE b.event_id = t.event_id AND b.holder_id = t.holder_id AND b.created_at <= t.created_at) d
       WHERE t.id = ANY ($1)`,
      [ticketIds],
    ),
  );
