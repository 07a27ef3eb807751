import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { endedRefusal, isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import type { TokenHolder } from '../../../ports/video.ts';
import { type RoomsDeps, userIdOf } from '../rooms-deps.ts';
import { mayBeThere } from './grants.ts';
import { mayBeInPreview, readEngineRoom } from './preview-rooms.ts';

interface ConnectRow {
  closed: boolean;
  state: 0 | 1 | 2;
  started_at: Date | null;
  cancelled_at: Date | null;
  may_be_there: boolean;
  removed: boolean;
  seat_session: string | null;
  session_id: string | null;
  session_version: number | null;
}

/**
 * Why the holder of a room token may not connect to the engine now; undefined if they may. A token outlives the right
 * it was made for, and the engine renews it while its holder is connected, so event, ticket, seat lease and login are
 * read again. `sessionId`: the tab that connects, where it says so: one that the seat has moved from would push out the
 * one that has it.
 */
export async function refusalToConnect(
  { db, loginsEnded }: Pick<RoomsDeps, 'db' | 'loginsEnded'>,
  { room, identity }: TokenHolder,
  sessionId: string | undefined,
): Promise<Refusal | undefined> {
  const userId = userIdOf(identity);
  const { eventUuid, nextId } = readEngineRoom(room);
  if (userId === undefined) return refuse('join_refused');
  const row = await db.one<ConnectRow>(
    `SELECT r.closed_at IS NOT NULL AS closed, e.state, e.started_at, e.cancelled_at, ${mayBeThere} AS may_be_there,
       m.removed_at IS NOT NULL AS removed, m.seat_session, l.session_id, l.session_version
     FROM event e JOIN room r ON r.event_id = e.id JOIN app_user u ON u.id = $2
     LEFT JOIN room_member m ON m.event_id = e.id AND m.user_id = u.id
     LEFT JOIN room_login l ON l.event_id = e.id AND l.user_id = u.id
     LEFT JOIN ticket t ON t.event_id = e.id AND t.holder_key = person_holder(u.id) AND t.voided_at IS NULL
     WHERE e.id = $1`,
    [eventUuid, userId],
  );
  if (!row) return refuse('join_refused');
  if (row.closed || row.state === 2)
    return endedRefusal({
      takenDown: isTakenDown({ startedAt: row.started_at?.getTime(), cancelledAt: row.cancelled_at?.getTime() }),
    });
  if (row.removed) return refuse('removed_from_event');
  if (!row.may_be_there || row.session_id === null || row.session_version === null) return refuse('join_refused');
  if (nextId !== undefined && !(await mayBeInPreview(db, { eventUuid, nextId }, userId))) return refuse('join_refused');
  if (row.seat_session !== null && sessionId !== undefined && row.seat_session !== sessionId)
    return refuse('session_moved');
  const login = { id: userId, sessionId: row.session_id, sessionVersion: row.session_version };
  return (await loginsEnded([login])).has(login) ? refuse('login_required') : undefined;
}
