import type { EventStateCode, KindCode } from '@frontrow/core/events/live-event-machine.ts';
import { coverWidths } from '@frontrow/core/events/limits.ts';
import type { Sql } from '../../db/db.ts';
import type { Storage } from '../../ports/storage.ts';

/** An event row for other features; times are epoch milliseconds by the database's clock. */
export interface EventRecord {
  readonly id: string;
  readonly hostId: number;
  readonly hostUsername: string;
  readonly title: string;
  readonly kind: KindCode;
  readonly state: EventStateCode;
  readonly startsAt: number;
  /** Before it was moved. */
  readonly originalStartsAt: number;
  readonly tz: string;
  readonly capacity: number;
  readonly held: number;
  readonly sold: number;
  /** People on the waitlist without an offer. */
  readonly waiting: number;
  readonly priceMinor: number;
  readonly currency: string;
  readonly minFeeMinor: number;
  readonly feeBp: number;
  readonly openingTicketing: boolean;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  readonly cancelledAt: number | undefined;
  readonly reschedules: number;
  /** The planned end, where there is one. */
  readonly endsAt: number | undefined;
  /** Of a private meeting: the one viewer, and when it is over (epoch milliseconds). */
  readonly meeting: { readonly viewerId: number; readonly endsAt: number } | undefined;
  /** Of a replay that is or was for sale: the event that was recorded. */
  readonly replayOf: string | undefined;
  /** The database's clock when the row was read. */
  readonly now: number;
}

/** `covers/<id>` names a cover; its files are `covers/<id>-<width>.webp`, so that a page can pick a size. */
export const coverFile = (coverKey: string, width: number): string => `${coverKey}-${width}.webp`;

export const coverFiles = (coverKey: string): string[] => coverWidths.map((width) => coverFile(coverKey, width));

/** AVIF files that may have been made of them later. */
export const smallerFiles = (coverKey: string): string[] => coverWidths.map((width) => `${coverKey}-${width}.avif`);

/** Address of the largest file. */
export const coverUrl = (storage: Storage, coverKey: string): string =>
  storage.url(coverFile(coverKey, coverWidths[0]));

interface Row {
  id: string;
  host_id: number;
  username: string;
  title: string;
  kind: KindCode;
  state: EventStateCode;
  starts_at: Date;
  original_starts_at: Date;
  tz: string;
  capacity: number;
  held: number;
  sold: number;
  waiting: number;
  price_minor: number;
  currency: string;
  min_fee_minor: number;
  fee_bp: number;
  opening_ticketing: boolean;
  started_at: Date | null;
  finished_at: Date | null;
  cancelled_at: Date | null;
  reschedules: number;
  private_for: number | null;
  replay_of: string | null;
  ends_at: Date | null;
  planned_end: Date | null;
  now: Date;
}

/** When an event `e` is planned to end; null where no one said. */
export const plannedEnd = "coalesce(e.ends_at, e.starts_at + e.duration_minutes * interval '1 minute')";

/** When the sales of an event `e` open; null once they have. */
export const opensLater = 'CASE WHEN e.sales_open_at > app_now() THEN e.sales_open_at END';

const select = `SELECT e.id, e.host_id, u.username, e.title, e.kind, e.state, e.starts_at, e.original_starts_at,
  e.tz, e.capacity, e.held,
  e.sold, e.waiting, e.price_minor, e.currency, e.min_fee_minor, e.fee_bp, e.opening_ticketing, e.started_at, e.finished_at,
  e.cancelled_at, e.reschedules, e.private_for, e.replay_of, e.ends_at, ${plannedEnd} AS planned_end, app_now() AS now
  FROM event e JOIN app_user u ON u.id = e.host_id WHERE e.id = $1`;

/** As `findEvent`, of published events: a private meeting or a replay is none. */
export async function findPublished(sql: Sql, eventUuid: string): Promise<EventRecord | undefined> {
  return published(await findEvent(sql, eventUuid));
}

/** As `lockEvent`, of published events. */
export async function lockPublished(sql: Sql, eventUuid: string): Promise<EventRecord | undefined> {
  return published(await lockEvent(sql, eventUuid));
}

const published = (event: EventRecord | undefined): EventRecord | undefined =>
  event?.meeting === undefined && event?.replayOf === undefined ? event : undefined;

export async function findEvent(sql: Sql, eventUuid: string): Promise<EventRecord | undefined> {
  const row = await sql.one<Row>(select, [eventUuid]);
  return row && recordOf(row);
}

/**
 * Reads and locks the row: first in the lock order. The lock leaves its key free, because rows that refer to the
 * event are written under later locks (a room that is written twice in one transaction checks its event's key again)
 * and must not wait.
 */
export async function lockEvent(sql: Sql, eventUuid: string): Promise<EventRecord | undefined> {
  const row = await sql.one<Row>(`${select} FOR NO KEY UPDATE OF e`, [eventUuid]);
  return row && recordOf(row);
}

/** Raises the version, so that every kept copy of the event's page is rebuilt. */
export async function raiseVersion(sql: Sql, eventUuid: string): Promise<void> {
  await sql.query('UPDATE event SET version = version + 1 WHERE id = $1', [eventUuid]);
}

const recordOf = (row: Row): EventRecord => ({
  id: row.id,
  hostId: row.host_id,
  hostUsername: row.username,
  title: row.title,
  kind: row.kind,
  state: row.state,
  startsAt: row.starts_at.getTime(),
  originalStartsAt: row.original_starts_at.getTime(),
  tz: row.tz,
  capacity: row.capacity,
  held: row.held,
  sold: row.sold,
  waiting: row.waiting,
  priceMinor: row.price_minor,
  currency: row.currency,
  minFeeMinor: row.min_fee_minor,
  feeBp: row.fee_bp,
  openingTicketing: row.opening_ticketing,
  startedAt: row.started_at?.getTime(),
  finishedAt: row.finished_at?.getTime(),
  cancelledAt: row.cancelled_at?.getTime(),
  reschedules: row.reschedules,
  endsAt: row.planned_end?.getTime(),
  meeting:
    row.private_for !== null && row.ends_at !== null
      ? { viewerId: row.private_for, endsAt: row.ends_at.getTime() }
      : undefined,
  replayOf: row.replay_of ?? undefined,
  now: row.now.getTime(),
});

/** Number of public events of this host that took place. */
export async function heldEvents(sql: Sql, hostId: number): Promise<number> {
  const row = await sql.one<{ count: number }>(
    'SELECT count(*)::int AS count FROM event WHERE host_id = $1 AND state = 2 AND cancelled_at IS NULL AND is_public AND unpublished_at IS NULL',
    [hostId],
  );
  return row?.count ?? 0;
}
