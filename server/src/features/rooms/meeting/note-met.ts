import type { Sql } from '../../../db/db.ts';

/**
 * Notes of the two people of each meeting that runs now (or of this one) that they were there. Opening the door and
 * leaving before the time is not enough.
 */
export async function noteMet(sql: Sql, eventUuid?: string): Promise<void> {
  await sql.query(
    `UPDATE room_member m SET met_at = app_now() FROM event e
     WHERE e.private_for IS NOT NULL AND e.state = 1 AND e.starts_at <= app_now() AND ($1::uuid IS NULL OR e.id = $1)
       AND m.event_id = e.id AND m.user_id IN (e.host_id, e.private_for) AND m.met_at IS NULL
       AND m.seat_until > app_now()`,
    [eventUuid ?? null],
  );
}

/** Who was in the room while the meeting ran. */
export interface Met {
  readonly host: boolean;
  readonly viewer: boolean;
}

export async function whoMet(sql: Sql, eventUuid: string): Promise<Met> {
  const row = await sql.one<Met>(
    `SELECT coalesce(bool_or(m.user_id = e.host_id), false) AS host,
       coalesce(bool_or(m.user_id = e.private_for), false) AS viewer
     FROM event e JOIN room_member m ON m.event_id = e.id WHERE e.id = $1 AND m.met_at IS NOT NULL`,
    [eventUuid],
  );
  return row!;
}
