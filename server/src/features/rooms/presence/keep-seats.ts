import { seatLeaseMs } from '@frontrow/core/rooms/limits.ts';
import { seatsAdmitted } from '@frontrow/core/rooms/room-rules.ts';
import { seatsTaken } from '../admission/join-streaming.ts';
import type { RoomKit } from '../room-kit.ts';
import { lockRoom } from '../state/store.ts';

/** Somebody who is known to be in the room: by a socket, or by the engine's list. */
export interface SeatKeeper {
  readonly eventUuid: string;
  readonly userId: number;
  /** Set by sockets: only the device that holds the seat renews it. */
  readonly sessionId: string | undefined;
}

/**
 * Renews the leases of people who are in the room, and records when hosts were seen. A lease that ran out while the
 * server was away is renewed as long as a seat is free; a seat that was given back is not.
 */
export async function keepSeats(
  kit: Pick<RoomKit, 'db' | 'events' | 'config'>,
  people: readonly SeatKeeper[],
): Promise<void> {
  if (people.length === 0) return;
  const sorted = people.toSorted((a, b) =>
    a.eventUuid < b.eventUuid ? -1 : a.eventUuid > b.eventUuid ? 1 : a.userId - b.userId,
  );
  const columns = [
    sorted.map((one) => one.eventUuid),
    sorted.map((one) => one.userId),
    sorted.map((one) => one.sessionId ?? null),
  ];
  const mine = `m.event_id = c.event_id AND m.user_id = c.user_id
    AND (m.seat_session IS NULL OR c.session IS NULL OR m.seat_session = c.session)`;
  const keepers = `unnest($1::uuid[], $2::bigint[], $3::uuid[]) AS c (event_id, user_id, session)`;
  await kit.db.query(
    `UPDATE room_member m SET seat_until = app_now() + $4 * interval '1 ms' FROM ${keepers}
     WHERE ${mine} AND m.seat_until > app_now()`,
    [...columns, seatLeaseMs],
  );
  await kit.db.query(
    `UPDATE room r SET host_seen_at = app_now() FROM event e, unnest($1::uuid[], $2::bigint[]) AS c (event_id, user_id)
     WHERE r.event_id = c.event_id AND e.id = r.event_id AND e.host_id = c.user_id AND r.closed_at IS NULL`,
    columns.slice(0, 2),
  );
  const late = await kit.db.query<{ event_id: string; user_id: number }>(
    `SELECT DISTINCT m.event_id, m.user_id FROM room_member m JOIN ${keepers} ON ${mine}
     WHERE m.seat_until <= app_now()`,
    columns,
  );
  for (const [eventUuid, rows] of Map.groupBy(late, (row) => row.event_id))
    await takeUpAgain(
      kit,
      eventUuid,
      rows.map((row) => row.user_id),
    );
}

async function takeUpAgain(
  { db, events, config }: Pick<RoomKit, 'db' | 'events' | 'config'>,
  eventUuid: string,
  userIds: readonly number[],
): Promise<void> {
  await db.tx(async (tx) => {
    const event = await events.lock(tx, eventUuid);
    const room = event && (await lockRoom(tx, eventUuid));
    if (!event || !room || room.closed) return;
    const free = event.meeting
      ? userIds.length
      : seatsAdmitted(event, config.broadcastViewersMax) - (await seatsTaken(tx, event));
    if (free <= 0) return;
    await tx.query(
      `UPDATE room_member m SET seat_until = app_now() + $3 * interval '1 ms' WHERE event_id = $1 AND user_id IN (
         SELECT user_id FROM room_member WHERE event_id = $1 AND user_id = ANY ($2) AND seat_until <= app_now()
           ORDER BY joined_at, user_id LIMIT $4)`,
      [eventUuid, userIds, seatLeaseMs, free],
    );
  });
}
