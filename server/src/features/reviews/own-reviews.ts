import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { Sql } from '../../db/db.ts';

const eventsMax = 1000;

/** Events that are over, which the person was at: with a review or without one. A guest's session knows of its own. */
export async function ownReviews(
  sql: Sql,
  { id, guestOf }: Account,
): Promise<{ reviewable: string[]; reviewed: string[] }> {
  const rows = await sql.query<{ event_id: string; done: boolean }>(
    `SELECT t.event_id, EXISTS (SELECT 1 FROM review r WHERE r.ticket_id = t.id) AS done
     FROM ticket t JOIN event e ON e.id = t.event_id AND e.state = 2 AND e.cancelled_at IS NULL
       JOIN room_member m ON m.event_id = t.event_id AND m.user_id = t.holder_id AND m.joined_at IS NOT NULL
     WHERE t.holder_id = $1 AND t.event_id = coalesce($3, t.event_id) AND t.voided_at IS NULL
     ORDER BY t.created_at DESC LIMIT $2`,
    [id, eventsMax, guestOf ?? null],
  );
  const idsWhere = (done: boolean): string[] => rows.filter((row) => row.done === done).map((row) => row.event_id);
  return { reviewable: idsWhere(false), reviewed: idsWhere(true) };
}
