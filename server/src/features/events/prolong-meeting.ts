import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { isTimeTaken } from '../../db/is-time-taken.ts';

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
