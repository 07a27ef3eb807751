import { hostAbsentMaxMs } from '@frontrow/core/events/limits.ts';
import { finishEvent } from './finish-streaming.ts';
import type { RoomKit } from './room-kit.ts';

const atOnceMax = 100;
const absent = `r.closed_at IS NULL AND e.state = 1 AND coalesce(r.host_seen_at, e.started_at) < app_now() - $1 * interval '1 ms'`;

/** An event left live without its host for an hour is finished by the server (decisions 15). */
export async function finishAbandoned(kit: RoomKit): Promise<void> {
  const rows = await kit.db.query<{ event_id: string }>(
    `SELECT r.event_id FROM room r JOIN event e ON e.id = r.event_id WHERE ${absent} LIMIT ${atOnceMax}`,
    [hostAbsentMaxMs],
  );
  for (const row of rows)
    await finishEvent(kit, row.event_id, undefined, async (event, tx) => {
      // The host may be back while others were being finished.
      const still = await tx.one(
        `SELECT 1 FROM room r JOIN event e ON e.id = r.event_id WHERE ${absent} AND e.id = $2`,
        [hostAbsentMaxMs, event.id],
      );
      return still !== undefined;
    });
}
