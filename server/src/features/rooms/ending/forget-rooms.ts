import { roomForgottenMs } from '@frontrow/core/rooms/limits.ts';
import { hours } from '@frontrow/core/kernel/instant.ts';
import type { Job } from '../../../jobs/runner.ts';
import type { Kit } from '../../../kit.ts';

const roomsMax = 500;
/** A statement must stay far below its time limit: a large room has half a million lines. */
const rowsMax = 10_000;

/** What people wrote goes ninety days after the event, and with it the room's log: by then nobody can be told from it any more. */
export const forgetRooms = ({ db }: Pick<Kit, 'db'>): Job => ({
  name: 'forget rooms of long ago',
  everyMs: hours(1),
  async run(stopping) {
    const rooms = await db.query<{ event_id: string }>(
      `SELECT event_id FROM room WHERE forgotten_at IS NULL AND closed_at < app_now() - $1 * interval '1 ms' ORDER BY closed_at LIMIT ${roomsMax}`,
      [roomForgottenMs],
    );
    for (const { event_id: eventUuid } of rooms) {
      if (stopping()) return;
      // Messages first: each is a line of the log for as long as it is there.
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
       DELETE FROM ${table} WHERE event_id = $1 AND seq IN (SELECT seq FROM ${table} WHERE event_id = $1 ORDER BY seq LIMIT ${rowsMax}) RETURNING 1
     ) SELECT count(*) FROM gone`,
    [eventUuid],
  );
  return dropped?.count === rowsMax;
}
