import type { RoomChange } from './change-room.ts';

/** The accounts in this room of the person behind one of them: a guest and somebody registered may be the same. Never the host's. */
export async function accountsOfPerson(
  { tx, room }: Pick<RoomChange, 'tx' | 'room'>,
  userId: number,
): Promise<{ id: number; username: string }[]> {
  return tx.query<{ id: number; username: string }>(
    `SELECT u.id, u.username FROM room_member m JOIN app_user u ON u.id = m.user_id
     WHERE m.event_id = $1 AND m.user_id <> $3 AND (m.user_id = $2 OR m.user_id IN (SELECT other_id FROM same_person WHERE user_id = $2))`,
    [room.eventId, userId, room.hostId],
  );
}
