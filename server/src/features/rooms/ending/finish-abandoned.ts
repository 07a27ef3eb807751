import { hostAbsentMaxMs } from '@frontrow/core/events/limits.ts';
import { reconcileStepMsMax } from '@frontrow/core/rooms/limits.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';
import { finishEvent } from './finish-streaming.ts';
import type { RoomKit } from '../room-kit.ts';

const atOnceMax = 100;
const seen = 'coalesce(r.host_seen_at, e.started_at)';
const absent = `r.closed_at IS NULL AND e.state = 1 AND ${seen} < app_now() - $1 * interval '1 ms'`;

export interface LeftEvent {
  readonly event_id: string;
  readonly seen: string;
}

/**
 * Events left live without their host for an hour are finished by the server (decisions 15), the longest left first. Answers the
 * last one tried where time ran out: the next run goes on behind it, so that those that cannot be finished keep nobody else live.
 */
export async function finishAbandoned(kit: RoomKit, after: LeftEvent | undefined): Promise<LeftEvent | undefined> {
  const until = kit.clock.now() + reconcileStepMsMax;
  for (let last = after; ;) {
    const rows = await kit.db.query<LeftEvent>(
      `SELECT r.event_id, ${seen}::text AS seen FROM room r JOIN event e ON e.id = r.event_id
       WHERE ${absent} AND ($2::timestamptz IS NULL OR (${seen}, r.event_id) > ($2, $3::uuid))
       ORDER BY ${seen}, r.event_id LIMIT ${atOnceMax}`,
      [hostAbsentMaxMs, last?.seen ?? null, last?.event_id ?? null],
    );
    if (rows.length === 0) return undefined;
    for (const left of rows) {
      if (kit.clock.now() >= until) return last;
      await onItsOwn(kit.log, { event: left.event_id }, () => finishIfStillAbsent(kit, left.event_id));
      last = left;
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
