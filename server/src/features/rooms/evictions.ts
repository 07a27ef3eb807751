import { minutes } from '@frontrow/core/kernel/instant.ts';
import { reconcileStepMsMax } from '@frontrow/core/rooms/limits.ts';
import { isolateErrors, type Job } from '../../jobs/runner.ts';
import { changeRoom } from './change-room.ts';
import { removeAtEngine } from './engine/grants.ts';
import { reconcileRoom } from './engine/reconcile-room.ts';
import type { RoomsDeps } from './rooms-deps.ts';
import { vacateSeats } from './seat-leases.ts';

const roomsAtOnceMax = 500;

/**
 * Ends leases that were not renewed: seat, hand and turn are released. People in the engine's list keep their seats,
 * because the list is checked first. Returns the last room tried when time ran out: the next run continues after it.
 */
export async function expireSeats(deps: RoomsDeps, after: string | undefined): Promise<string | undefined> {
  const deadline = deps.clock.now() + reconcileStepMsMax;
  const rooms = await deps.db.query<{ event_id: string }>(
    `SELECT DISTINCT m.event_id FROM room_member m JOIN room r ON r.event_id = m.event_id
     JOIN event e ON e.id = m.event_id
     WHERE r.closed_at IS NULL AND m.seat_until <= app_now()
       AND (m.user_id <> e.host_id OR e.private_for IS NOT NULL)
       AND ($1::uuid IS NULL OR m.event_id > $1) ORDER BY m.event_id LIMIT ${roomsAtOnceMax}`,
    [after ?? null],
  );
  return oneByOne(deps, rooms, after, deadline, async ({ event_id: eventUuid }) => {
    if (deps.video.state() === 'ready') await reconcileRoom(deps, eventUuid, deadline);
    await expireSeatsOf(deps, eventUuid);
  });
}

async function expireSeatsOf(deps: RoomsDeps, eventUuid: string): Promise<void> {
  await changeRoom(deps, eventUuid, async (change) => {
    if (change.room.closed) return;
    const rows = await change.tx.query<{ user_id: number }>(
      'SELECT user_id FROM room_member WHERE event_id = $1 AND seat_until <= app_now() AND (user_id <> $2 OR $3)',
      [eventUuid, change.room.hostId, change.room.isMeeting],
    );
    const ids = rows.map((row) => row.user_id);
    await vacateSeats(change, ids, 'gone');
  });
}

/**
 * Ends seats, hands, roles, event admins' rights and sockets of people whose ticket was refunded. Returns the last room
 * tried when time ran out: the next run continues after it.
 */
export async function evictWithoutTicket(
  deps: RoomsDeps,
  endSockets: (eventUuid: string, userId: number) => void,
  after: string | undefined,
): Promise<string | undefined> {
  const deadline = deps.clock.now() + reconcileStepMsMax;
  const rooms = await deps.db.query<{ event_id: string; user_ids: string[] }>(
    `SELECT m.event_id, array_agg(m.user_id) AS user_ids FROM room_member m JOIN room r ON r.event_id = m.event_id
     JOIN event e ON e.id = m.event_id JOIN app_user u ON u.id = m.user_id
     WHERE r.closed_at IS NULL AND m.user_id <> e.host_id AND NOT (e.private_for IS NOT NULL AND u.app_admin)
       AND (m.seat_until IS NOT NULL OR m.hand_raised_at IS NOT NULL OR m.is_admin OR m.stage_role <> 'viewer')
       AND NOT EXISTS (SELECT 1 FROM ticket t
         WHERE t.event_id = m.event_id AND t.holder_key = person_holder(m.user_id) AND t.voided_at IS NULL)
       AND ($1::uuid IS NULL OR m.event_id > $1) GROUP BY m.event_id ORDER BY m.event_id LIMIT ${roomsAtOnceMax}`,
    [after ?? null],
  );
  return oneByOne(deps, rooms, after, deadline, async ({ event_id: eventUuid, user_ids: userIds }) => {
    const ids = userIds.map(Number);
    await changeRoom(deps, eventUuid, (change) => vacateSeats(change, ids, 'removed', true));
    for (const userId of ids) endSockets(eventUuid, userId);
    await removeAtEngine(deps, eventUuid, ids, deadline);
  });
}

/**
 * Revokes the roles and admin rights of people whose ticket was voided after the room closed. Those rights would still
 * open its moderation log.
 */
export const endRightsAfterClose = ({ db }: Pick<RoomsDeps, 'db'>): Job => ({
  name: 'end rights in closed rooms',
  everyMs: minutes(1),
  async run() {
    await db.query(
      `UPDATE room_member m SET is_admin = false, stage_role = 'viewer'
       FROM room r WHERE r.event_id = m.event_id AND r.closed_at IS NOT NULL AND (m.is_admin OR m.stage_role <> 'viewer')
         AND NOT EXISTS (SELECT 1 FROM ticket t
           WHERE t.event_id = m.event_id AND t.holder_key = person_holder(m.user_id) AND t.voided_at IS NULL)`,
    );
  },
});

/**
 * One room after the other until the deadline, so that one that fails stops no other. Returns the last one tried, if
 * more are left.
 */
async function oneByOne<R extends { readonly event_id: string }>(
  { clock, log }: RoomsDeps,
  rooms: readonly R[],
  after: string | undefined,
  deadline: number,
  work: (room: R) => Promise<void>,
): Promise<string | undefined> {
  let last = after;
  for (const room of rooms) {
    if (clock.now() >= deadline) return last;
    await isolateErrors(log, { event: room.event_id }, () => work(room));
    last = room.event_id;
  }
  return rooms.length < roomsAtOnceMax ? undefined : last;
}

/** How many logins one query checks. */
const concurrentChecksMax = 2_000;

interface RoomLogin {
  readonly eventUuid: string;
  readonly id: number;
  readonly sessionId: string;
  readonly sessionVersion: number;
}

/**
 * Evicts people whose login ended since they entered: log-out, a revoked session, a changed password, a deleted
 * account. Seat, hand and turn end, and the engine disconnects them; the reconciler repeats what the engine misses. The
 * event of a host who logged out continues until they return or an hour has passed (rule E11).
 */
export async function evictLoggedOut(deps: RoomsDeps): Promise<void> {
  const deadline = deps.clock.now() + reconcileStepMsMax;
  for (let last: RoomLogin | undefined, more = true; more;) {
    const logins = await loginsAfter(deps, last);
    const ended = await deps.loginsEnded(logins);
    for (const [eventUuid, gone] of Map.groupBy(ended, (one) => one.eventUuid))
      await isolateErrors(deps.log, { event: eventUuid }, () => evict(deps, eventUuid, gone, deadline));
    last = logins.at(-1);
    more = logins.length === concurrentChecksMax;
  }
}

async function evict(deps: RoomsDeps, eventUuid: string, gone: readonly RoomLogin[], deadline: number): Promise<void> {
  const out = await changeRoom(deps, eventUuid, async (change) => {
    // A person who has entered again with another login stays.
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
  await removeAtEngine(deps, eventUuid, out, deadline);
}

async function loginsAfter({ db }: RoomsDeps, last: RoomLogin | undefined): Promise<RoomLogin[]> {
  const rows = await db.query<{ event_id: string; user_id: number; session_id: string; session_version: number }>(
    `SELECT l.event_id, l.user_id, l.session_id, l.session_version FROM room_login l
     JOIN room r ON r.event_id = l.event_id
     WHERE r.closed_at IS NULL AND ($1::uuid IS NULL OR (l.event_id, l.user_id) > ($1, $2))
     ORDER BY l.event_id, l.user_id LIMIT ${concurrentChecksMax}`,
    [last?.eventUuid ?? null, last?.id ?? null],
  );
  return rows.map((row) => ({
    eventUuid: row.event_id,
    id: row.user_id,
    sessionId: row.session_id,
    sessionVersion: row.session_version,
  }));
}
