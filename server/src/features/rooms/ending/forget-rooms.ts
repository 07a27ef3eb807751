import { roomForgottenMs } from '@frontrow/core/rooms/limits.ts';
import { hours } from '@frontrow/core/kernel/instant.ts';
import type { Job } from '../../../jobs/runner.ts';
import type { Kit } from '../../../kit.ts';

const roomsMax = 500;
/** Rows deleted by one statement, which must stay far below its time limit: a large room has half a million. */
const rowsMax = 10_000;

/**
 * Deletes the chat and the log of a room ninety days after its end. By then nobody needs to be told anything from them.
 * Those of a private meeting stay with its request until one of the two closes the account.
 */
export const forgetRooms = ({ db }: Pick<Kit, 'db'>): Job => ({
  name: 'forget rooms of long ago',
  everyMs: hours(1),
  async run(stopping) {
    const rooms = await db.query<{ event_id: string }>(
      `SELECT r.event_id FROM room r JOIN event e ON e.id = r.event_id
       WHERE r.forgotten_at IS NULL AND r.closed_at < app_now() - $1 * interval '1 ms'
         AND (e.private_for IS NULL OR EXISTS (
           SELECT 1 FROM app_user u WHERE u.id IN (e.host_id, e.private_for) AND u.erased_at IS NOT NULL))
       ORDER BY r.closed_at LIMIT ${roomsMax}`,
      [roomForgottenMs],
    );
    for (const { event_id: eventUuid } of rooms) {
      if (stopping()) return;
      // Messages first: each refers to a line of the log.
      for (const table of ['chat_message', 'room_event'])
        while (await dropSome(db, table, eventUuid)) if (stopping()) return;
      await db.query('UPDATE room SET forgotten_at = app_now() WHERE event_id = $1', [eventUuid]);
    }
  },
});

/** True while there may be more. */
async function dropSome(db: Kit['db'], table: string, eventUuid: string): Promise<boolean> {
  const dropped = await db.one<{ count: number }>(
    `WITH gone AS (
       DELETE FROM ${table} WHERE event_id = $1
         AND seq IN (SELECT seq FROM ${table} WHERE event_id = $1 ORDER BY seq LIMIT ${rowsMax} FOR UPDATE)
       RETURNING 1
     ) SELECT count(*) FROM gone`,
    [eventUuid],
  );
  return dropped?.count === rowsMax;
}
