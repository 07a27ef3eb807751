import { termsOf } from '@frontrow/core/catalog/selling-terms.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { isTimeTaken } from '../../db/database-errors.ts';
import { meetingCoverKey } from '../../media/pictures.ts';

/** An event that would lie over a private meeting of its host is refused. Any other error stays what it is. */
export const overMeeting = (error: unknown): unknown =>
  isTimeTaken(error) ? refuse('time_taken', {}, { field: 'event_date' }) : error;

export interface NewMeeting {
  /** Also the id of its request. */
  readonly id: string;
  readonly hostId: number;
  readonly viewerId: number;
  readonly startsAt: Date;
  readonly minutes: number;
  readonly priceMinor: number;
  readonly currency: string;
  /** The zone of the host's hours. */
  readonly tz: string;
}

/**
 * Writes the event of an accepted request: one seat, seen by two people. The terms of its fee are today's from here on.
 * Fails with an exclusion violation where the host's time is taken.
 */
export async function openMeeting(sql: Sql, meeting: NewMeeting): Promise<void> {
  const { minFeeMinor, feeBp } = termsOf(meeting.currency);
  await sql.query(
    `INSERT INTO event (id, host_id, private_for, kind, ticket_type_id, title, description, cover_key, is_public,
       starts_at, original_starts_at, ends_at, local_start, tz, capacity, price_minor, currency, min_fee_minor, fee_bp)
     SELECT $1, u.id, $3, 0, t.id, left('Private meeting with ' || shown_name_of(u), 120), 'A private meeting', $4,
       false, $5, $5, $5::timestamptz + $6 * interval '1 minute', $5::timestamptz AT TIME ZONE $7, $7, 1, $8, $9,
       $10, $11
     FROM app_user u, ticket_type t WHERE u.id = $2 AND t.private`,
    [
      meeting.id,
      meeting.hostId,
      meeting.viewerId,
      meetingCoverKey,
      meeting.startsAt,
      meeting.minutes,
      meeting.tz,
      meeting.priceMinor,
      meeting.currency,
      minFeeMinor,
      feeBp,
    ],
  );
}

/**
 * A private meeting ends later. The caller holds the event's lock. Throws `time_taken` where the host has something
 * else then; its transaction is over with it.
 */
export async function prolongMeeting(sql: Sql, eventUuid: string, endsAt: number): Promise<void> {
  try {
    await sql.query(
      `UPDATE event SET ends_at = to_timestamp($2::double precision / 1000), version = version + 1
       WHERE id = $1 AND private_for IS NOT NULL`,
      [eventUuid, endsAt],
    );
  } catch (error) {
    throw isTimeTaken(error) ? refuse('time_taken') : error;
  }
}
