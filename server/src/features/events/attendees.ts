import type { Sql } from '../../db/db.ts';

/** Attendees that a page names; of more it shows the count. */
export const attendeesShownMax = 50;

/**
 * Holders of a valid ticket who may be named, in the order of purchase. Guests are never named: they have no page to
 * refuse it.
 */
export async function attendeesOf(
  sql: Sql,
  eventUuid: string,
): Promise<{ user_username: string; user_name: string; user_avatar: string | null }[]> {
  return sql.query(
    `SELECT u.username AS user_username, shown_name_of(u) AS user_name, u.avatar_url AS user_avatar FROM ticket t
      JOIN app_user u ON u.id = t.holder_id
     WHERE t.event_id = $1 AND t.voided_at IS NULL AND u.erased_at IS NULL AND u.show_attending
       AND u.guest_email_norm IS NULL
     ORDER BY t.created_at, t.id LIMIT $2`,
    [eventUuid, attendeesShownMax],
  );
}
