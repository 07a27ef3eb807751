import type { EventStateCode, KindCode } from '@frontrow/core/events/live-event-machine.ts';
import type { Sql } from '../../db/db.ts';
import type { EventRecord } from './event-record.ts';

interface Row {
  id: string;
  host_id: number;
  username: string;
  title: string;
  kind: KindCode;
  state: EventStateCode;
  starts_at: Date;
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
  ends_at: Date | null;
  now: Date;
}

const select = `SELECT e.id, e.host_id, u.username, e.title, e.kind, e.state, e.starts_at, e.tz, e.capacity, e.held,
  e.sold, e.waiting, e.price_minor, e.currency, e.min_fee_minor, e.fee_bp, e.opening_ticketing, e.started_at, e.finished_at,
  e.cancelled_at, e.reschedules, e.private_for, e.ends_at, app_now() AS now
  FROM event e JOIN app_user u ON u.id = e.host_id WHERE e.id = $1`;

/** As `findEvent`, of published events: a private meeting is none, whoever asks. */
export async function findPublished(sql: Sql, eventUuid: string): Promise<EventRecord | undefined> {
  return published(await findEvent(sql, eventUuid));
}

/** As `lockEvent`, of published events. */
export async function lockPublished(sql: Sql, eventUuid: string): Promise<EventRecord | undefined> {
  return published(await lockEvent(sql, eventUuid));
}

const published = (event: EventRecord | undefined): EventRecord | undefined =>
  event?.meeting === undefined ? event : undefined;

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
  meeting:
    row.private_for !== null && row.ends_at !== null
      ? { viewerId: row.private_for, endsAt: row.ends_at.getTime() }
      : undefined,
  now: row.now.getTime(),
});
