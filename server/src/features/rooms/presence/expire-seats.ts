import { reconcileStepMsMax } from '@frontrow/core/rooms/limits.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';
import { changeRoom } from '../state/change-room.ts';
import { removeAtEngine } from '../engine/remove-at-engine.ts';
import { reconcileRoom } from '../engine/reconcile-room.ts';
import type { RoomKit } from '../room-kit.ts';
import { vacateSeats } from './vacate-seats.ts';

const roomsAtOnceMax = 500;

/**
 * Ends leases that were not renewed: seat, hand and turn are free again. People in the engine's list keep their seats:
 * the list is asked first. Answers the last room tried when time ran out: the next run continues after it.
 */
export async function expireSeats(kit: RoomKit, after: string | undefined): Promise<string | undefined> {
  const deadline = kit.clock.now() + reconcileStepMsMax;
  const rooms = await kit.db.query<{ event_id: string }>(
    `SELECT DISTINCT m.event_id FROM room_member m JOIN room r ON r.event_id = m.event_id
     JOIN event e ON e.id = m.event_id
     WHERE r.closed_at IS NULL AND m.seat_until <= app_now()
       AND (m.user_id <> e.host_id OR e.private_for IS NOT NULL)
       AND ($1::uuid IS NULL OR m.event_id > $1) ORDER BY m.event_id LIMIT ${roomsAtOnceMax}`,
    [after ?? null],
  );
  return oneByOne(kit, rooms, after, deadline, async ({ event_id: eventUuid }) => {
    if (kit.video.state() === 'ready') await reconcileRoom(kit, eventUuid, deadline);
    await expireSeatsOf(kit, eventUuid);
  });
}

async function expireSeatsOf(kit: RoomKit, eventUuid: string): Promise<void> {
  await changeRoom(kit, eventUuid, async (change) => {
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
 * Ends seats, hands, event admins' rights and sockets of people whose ticket was refunded. Answers the last room tried
 * when time ran out: the next run continues after it.
 */
export async function endUnticketed(
  kit: RoomKit,
  endSockets: (eventUuid: string, userId: number) => void,
  after: string | undefined,
): Promise<string | undefined> {
  const deadline = kit.clock.now() + reconcileStepMsMax;
  const rooms = await kit.db.query<{ event_id: string; user_ids: string[] }>(
    `SELECT m.event_id, array_agg(m.user_id) AS user_ids FROM room_member m JOIN room r ON r.event_id = m.event_id
     JOIN event e ON e.id = m.event_id JOIN app_user u ON u.id = m.user_id
     WHERE r.closed_at IS NULL AND m.user_id <> e.host_id AND NOT (e.private_for IS NOT NULL AND u.app_admin)
       AND (m.seat_until IS NOT NULL OR m.hand_raised_at IS NOT NULL OR m.is_admin)
       AND NOT EXISTS (SELECT 1 FROM ticket t
         WHERE t.event_id = m.event_id AND t.holder_key = person_holder(m.user_id) AND t.voided_at IS NULL)
       AND ($1::uuid IS NULL OR m.event_id > $1) GROUP BY m.event_id ORDER BY m.event_id LIMIT ${roomsAtOnceMax}`,
    [after ?? null],
  );
  return oneByOne(kit, rooms, after, deadline, async ({ event_id: eventUuid, user_ids: userIds }) => {
    const ids = userIds.map(Number);
    await changeRoom(kit, eventUuid, (change) => vacateSeats(change, ids, 'removed', true));
    for (const userId of ids) endSockets(eventUuid, userId);
    await removeAtEngine(kit, eventUuid, ids, deadline);
  });
}

/**
 * One room after the other until the deadline, so that one that fails stops no other. Answers the last one tried, if
 * more are left.
 */
async function oneByOne<R extends { readonly event_id: string }>(
  { clock, log }: RoomKit,
  rooms: readonly R[],
  after: string | undefined,
  deadline: number,
  work: (room: R) => Promise<void>,
): Promise<string | undefined> {
  let last = after;
  for (const room of rooms) {
    if (clock.now() >= deadline) return last;
    await onItsOwn(log, { event: room.event_id }, () => work(room));
    last = room.event_id;
  }
  return rooms.length < roomsAtOnceMax ? undefined : last;
}
