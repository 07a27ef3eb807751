import { hostAbsentMaxMs } from '@frontrow/core/events/limits.ts';
import { reconcileStepMsMax } from '@frontrow/core/rooms/limits.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';
import { finishEvent } from './finish-streaming.ts';
import type { RoomKit } from '../room-kit.ts';

const atOnceMax = 100;
const seen = 'coalesce(r.host_seen_at, e.started_at)';
/** Whoever closes the browser while the encoder sends is not gone. */
const encoderSends = `(r.source = 'encoder' AND r.ingest_state = 'live') IS TRUE`;
const absent = `r.closed_at IS NULL AND e.state = 1 AND e.private_for IS NULL AND NOT ${encoderSends}
  AND ${seen} < app_now() - $1 * interval '1 ms'`;

export interface LeftEvent {
  readonly event_id: string;
  readonly seen: string;
}

/**
 * Finishes events that were live for an hour without their host and without the host's encoder (rule E11), the longest
 * first. Answers the last one
 * tried when time ran out: the next run continues after it, so that events which cannot be finished do not keep others
 * live.
 */
export async function finishAbandoned(kit: RoomKit, after: LeftEvent | undefined): Promise<LeftEvent | undefined> {
  const deadline = kit.clock.now() + reconcileStepMsMax;
  for (let last = after; ;) {
    const rows = await kit.db.query<LeftEvent>(
      `SELECT r.event_id, ${seen}::text AS seen FROM room r JOIN event e ON e.id = r.event_id
       WHERE ${absent} AND ($2::timestamptz IS NULL OR (${seen}, r.event_id) > ($2, $3::uuid))
       ORDER BY ${seen}, r.event_id LIMIT ${atOnceMax}`,
      [hostAbsentMaxMs, last?.seen ?? null, last?.event_id ?? null],
    );
    if (rows.length === 0) return undefined;
    for (const left of rows) {
      if (kit.clock.now() >= deadline) return last;
      await onItsOwn(kit.log, { event: left.event_id }, () => finishIfStillAbsent(kit, left.event_id));
      last = left;
    }
  }
}

const finishIfStillAbsent = (kit: RoomKit, eventUuid: string): Promise<void> =>
  finishEvent(kit, eventUuid, undefined, async (event, tx) => {
    // The host may have returned while other events were being finished.
    const still = await tx.one(`SELECT 1 FROM room r JOIN event e ON e.id = r.event_id WHERE ${absent} AND e.id = $2`, [
      hostAbsentMaxMs,
      event.id,
    ]);
    return still !== undefined;
  });
