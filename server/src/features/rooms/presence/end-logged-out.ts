import { reconcileStepMsMax } from '@frontrow/core/rooms/limits.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';
import { changeRoom } from '../state/change-room.ts';
import { removeAtEngine } from '../engine/remove-at-engine.ts';
import type { RoomKit } from '../room-kit.ts';
import { vacateSeats } from './vacate-seats.ts';

/** How many log-ins one query checks. */
const askedAtOnceMax = 2_000;

interface RoomLogin {
  readonly eventUuid: string;
  readonly id: number;
  readonly sessionId: string;
  readonly sessionVersion: number;
}

/**
 * Removes people whose log-in ended since they entered: log-out, a revoked session, a changed password, a deleted
 * account. Seat, hand and turn end, and the engine disconnects them; the reconciler repeats what the engine misses. The
 * event of a host who logged out goes on until they return or an hour has passed (rule E11).
 */
export async function endLoggedOut(kit: RoomKit): Promise<void> {
  const deadline = kit.clock.now() + reconcileStepMsMax;
  for (let last: RoomLogin | undefined, more = true; more;) {
    const logins = await loginsAfter(kit, last);
    const ended = await kit.loginsEnded(logins);
    for (const [eventUuid, gone] of Map.groupBy(ended, (one) => one.eventUuid))
      await onItsOwn(kit.log, { event: eventUuid }, () => putOut(kit, eventUuid, gone, deadline));
    last = logins.at(-1);
    more = logins.length === askedAtOnceMax;
  }
}

async function putOut(kit: RoomKit, eventUuid: string, gone: readonly RoomLogin[], deadline: number): Promise<void> {
  const out = await changeRoom(kit, eventUuid, async (change) => {
    // Somebody who entered again meanwhile, with another log-in, stays.
    const rows = await change.tx.query<{ user_id: number }>(
      `DELETE FROM room_login l USING unnest($2::bigint[], $3::uuid[], $4::int[]) AS g (user_id, session_id, version)
       WHERE l.event_id = $1 AND l.user_id = g.user_id AND l.session_id = g.session_id AND l.session_version = g.version
       RETURNING l.user_id`,
      [eventUuid, gone.map((one) => one.id), gone.map((one) => one.sessionId), gone.map((one) => one.sessionVersion)],
    );
    const ids = rows.map((row) => row.user_id);
    if (!change.room.closed) await vacateSeats(change, ids, 'gone');
    return ids;
  });
  await removeAtEngine(kit, eventUuid, out, deadline);
}

async function loginsAfter({ db }: RoomKit, last: RoomLogin | undefined): Promise<RoomLogin[]> {
  const rows = await db.query<{ event_id: string; user_id: number; session_id: string; session_version: number }>(
    `SELECT l.event_id, l.user_id, l.session_id, l.session_version FROM room_login l
     JOIN room r ON r.event_id = l.event_id
     WHERE r.closed_at IS NULL AND ($1::uuid IS NULL OR (l.event_id, l.user_id) > ($1, $2))
     ORDER BY l.event_id, l.user_id LIMIT ${askedAtOnceMax}`,
    [last?.eventUuid ?? null, last?.id ?? null],
  );
  return rows.map((row) => ({
    eventUuid: row.event_id,
    id: row.user_id,
    sessionId: row.session_id,
    sessionVersion: row.session_version,
  }));
}
