import { seatLeaseMs } from '@frontrow/core/rooms/limits.ts';
import type { Tx } from '../../../db/db.ts';

/**
 * Writes the seat of somebody who enters, or renews it; whoever is blocked as another account of the same person stays
 * blocked. Answers whether they were in the room already. The caller holds the room's lock.
 */
export async function takeSeatRow(
  tx: Tx,
  eventUuid: string,
  userId: number,
  sessionId: string | undefined,
): Promise<boolean> {
  const row = await tx.one<{ was_in: boolean }>(
    `WITH before AS (SELECT seat_until IS NOT NULL AS was_in FROM room_member WHERE event_id = $1 AND user_id = $2)
     INSERT INTO room_member (event_id, user_id, seat_until, seat_session, joined_at, banned_at)
     VALUES ($1, $2, app_now() + $3 * interval '1 ms', $4, app_now(), (SELECT min(x.banned_at) FROM same_person s
       JOIN room_member x ON x.event_id = $1 AND x.user_id = s.other_id WHERE s.user_id = $2))
     ON CONFLICT (event_id, user_id) DO UPDATE SET seat_until = excluded.seat_until,
       seat_session = excluded.seat_session,
       joined_at = CASE WHEN room_member.seat_until IS NULL THEN excluded.joined_at ELSE room_member.joined_at END
     RETURNING coalesce((SELECT was_in FROM before), false) AS was_in`,
    [eventUuid, userId, seatLeaseMs, sessionId ?? null],
  );
  return row!.was_in;
}
