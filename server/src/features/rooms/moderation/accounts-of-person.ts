import type { RoomChange } from '../state/change-room.ts';

interface PersonAccount {
  readonly id: number;
  readonly username: string;
  /** Is, or was, in this room. */
  readonly here: boolean;
}

/**
 * The accounts of the person behind one of them, as the room's moderators mean them: a guest and somebody registered may be the
 * same. What is `decided` about one holds for the other only where that one had proven the address; what is `lifted` is lifted
 * from both. Never the host's.
 */
export async function accountsOfPerson(
  { tx, room }: Pick<RoomChange, 'tx' | 'room'>,
  userId: number,
  what: 'decided' | 'lifted',
): Promise<PersonAccount[]> {
  return tx.query<PersonAccount>(
    `SELECT u.id, u.username, m.user_id IS NOT NULL AS here FROM app_user u LEFT JOIN room_member m ON m.event_id = $1 AND m.user_id = u.id
     WHERE u.id <> $3 AND (u.id = $2 OR u.id IN (SELECT user_id FROM same_person WHERE other_id = $2)
       OR ($4 AND u.id IN (SELECT other_id FROM same_person WHERE user_id = $2)))`,
    [room.eventId, userId, room.hostId, what === 'lifted'],
  );
}
