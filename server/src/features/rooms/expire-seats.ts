import { reconcileStepMsMax } from '@frontrow/core/rooms/limits.ts';
import { onItsOwn } from '../../jobs/on-its-own.ts';
import { changeRoom } from './change-room.ts';
import { putOutAtEngine } from './put-out-at-engine.ts';
import { reconcileRoom } from './reconcile-room.ts';
import type { RoomKit } from './room-kit.ts';
import { vacateSeats } from './vacate-seats.ts';

const roomsAtOnceMax = 500;

/**
 * Ends the seats that nobody renewed: seat, hand and turn are free again. Whoever is connected to the engine keeps
 * theirs, however long ago the room was last reconciled. When time runs out it answers the last room it tried: the
 * next run goes on behind it.
 */
export async function expireSeats(kit: RoomKit, after: string | undefined): Promise<string | undefined> {
  const until = kit.clock.now() + reconcileStepMsMax;
  const rooms = await kit.db.query<{ event_id: string }>(
    `SELECT DISTINCT m.event_id
     FROM room_member m JOIN room r ON r.event_id = m.event_id JOIN event e ON e.id = m.event_id
     WHERE r.closed_at IS NULL AND m.seat_until <= app_now() AND m.user_id <> e.host_id
       AND ($1::uuid IS NULL OR m.event_id > $1) ORDER BY m.event_id LIMIT ${roomsAtOnceMax}`,
    [after ?? null],
  );
  return oneByOne(kit, rooms, after, until, async ({ event_id: eventUuid }) => {
    if (kit.video.state() === 'ready') await reconcileRoom(kit, eventUuid, until);
    await expireSeatsOf(kit, eventUuid);
  });
}

async function expireSeatsOf(kit: RoomKit, eventUuid: string): Promise<void> {
  await changeRoom(kit, eventUuid, async (change) => {
    if (change.room.closed) return;
    const rows = await change.tx.query<{ user_id: number }>(
      'SELECT user_id FROM room_member WHERE event_id = $1 AND seat_until <= app_now() AND user_id <> $2',
      [eventUuid, change.room.hostId],
    );
    const ids = rows.map((row) => row.user_id);
    await vacateSeats(change, ids, 'gone');
  });
}

/**
 * Seats, hands and event-admin rights end with the ticket: whoever has none any more loses them and their sockets.
 * When time runs out it answers the last room it tried: the next run goes on behind it.
 */
export async function endUnticketed(
  kit: RoomKit,
  shutOut: (eventUuid: string, userId: number) => void,
  after: string | undefined,
): Promise<string | undefined> {
  const until = kit.clock.now() + reconcileStepMsMax;
  const rooms = await kit.db.query<{ event_id: string; user_ids: string[] }>(
    `SELECT m.event_id, array_agg(m.user_id) AS user_ids
     FROM room_member m JOIN room r ON r.event_id = m.event_id JOIN event e ON e.id = m.event_id
     WHERE r.closed_at IS NULL AND m.user_id <> e.host_id
       AND (m.seat_until IS NOT NULL OR m.hand_raised_at IS NOT NULL OR m.is_admin)
       AND NOT EXISTS (
         SELECT 1 FROM ticket t
         WHERE t.event_id = m.event_id AND t.holder_key = person_holder(m.user_id) AND t.voided_at IS NULL)
       AND ($1::uuid IS NULL OR m.event_id > $1) GROUP BY m.event_id ORDER BY m.event_id LIMIT ${roomsAtOnceMax}`,
    [after ?? null],
  );
  return oneByOne(kit, rooms, after, until, async ({ event_id: eventUuid, user_ids: userIds }) => {
    const ids = userIds.map(Number);
    await changeRoom(kit, eventUuid, (change) => vacateSeats(change, ids, 'removed', true));
    for (const userId of ids) shutOut(eventUuid, userId);
    await putOutAtEngine(kit, eventUuid, ids, until);
  });
}

/** Rooms each on its own, until then; answers the last one tried while there are more. */
async function oneByOne<R extends { readonly event_id: string }>(
  { clock, log }: RoomKit,
  rooms: readonly R[],
  after: string | undefined,
  until: number,
  work: (room: R) => Promise<void>,
): Promise<string | undefined> {
  let last = after;
  for (const room of rooms) {
    if (clock.now() >= until) return last;
    await onItsOwn(log, { event: room.event_id }, () => work(room));
    last = room.event_id;
  }
  return rooms.length < roomsAtOnceMax ? undefined : last;
}
