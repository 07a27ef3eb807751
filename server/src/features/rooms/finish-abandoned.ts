import { hostAbsentMaxMs } from '@frontrow/core/events/limits.ts';
import { onItsOwn } from '../../jobs/on-its-own.ts';
import { finishEvent } from './finish-streaming.ts';
import type { RoomKit } from './room-kit.ts';

const atOnceMax = 100;
const perRunMax = 1000;
const seen = 'coalesce(r.host_seen_at, e.started_at)';
const absent = `r.closed_at IS NULL AND e.state = 1 AND ${seen} < app_now() - $1 * interval '1 ms'`;

/** An event left live without its host for an hour is finished by the server (decisions 15), the longest left first. */
export async function finishAbandoned(kit: RoomKit): Promise<void> {
  const tried: string[] = [];
  while (tried.length < perRunMax) {
    // Those that could not be finished are passed over for this run: they keep nobody behind them live.
    const rows = await kit.db.query<{ event_id: string }>(
      `SELECT r.event_id FROM room r JOIN event e ON e.id = r.event_id WHERE ${absent} AND r.event_id <> ALL ($2::uuid[])
       ORDER BY ${seen}, r.event_id LIMIT ${atOnceMax}`,
      [hostAbsentMaxMs, tried],
    );
    if (rows.length === 0) return;
    for (const { event_id: eventUuid } of rows) {
      tried.push(eventUuid);
      await onItsOwn(kit.log, { event: eventUuid }, () => finishIfStillAbsent(kit, eventUuid));
    }
  }
}

const finishIfStillAbsent = (kit: RoomKit, eventUuid: string): Promise<void> =>
  finishEvent(kit, eventUuid, undefined, async (event, tx) => {
    // The host may be back while others were being finished.
    const still = await tx.one(`SELECT 1 FROM room r JOIN event e ON e.id = r.event_id WHERE ${absent} AND e.id = $2`, [
      hostAbsentMaxMs,
      event.id,
    ]);
    return still !== undefined;
  });
