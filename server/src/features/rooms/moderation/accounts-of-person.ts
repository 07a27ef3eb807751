import type { RoomChange } from '../state/change-room.ts';

interface PersonAccount {
  readonly id: number;
  readonly username: string;
  /** Is, or was, in this room. */
  readonly here: boolean;
}

/**
 * All accounts of the person behind one account: a guest and a registered account may be the same person. What is
 * `decided` about one account holds for another only where that one has proven the shared address; what is `lifted` is
 * lifted from all. Never answers the host's account.
 */
export async function accountsOfPerson(
  { tx, room }: Pick<RoomChange, 'tx' | 'room'>,
  userId: number,
  what: 'decided' | 'lifted',
): Promise<PersonAccount[]> {
  return tx.query<PersonAccount>(
    `SELECT u.id, u.username, m.user_id IS NOT NULL AS here
     FROM app_user u LEFT JOIN room_member m ON m.event_id = $1 AND m.user_id = u.id
     WHERE u.id <> $3 AND (u.id = $2 OR u.id IN (SELECT user_id FROM same_person WHERE other_id = $2)
       OR ($4 AND u.id IN (SELECT other_id FROM same_person WHERE user_id = $2)))`,
    [room.eventId, userId, room.hostId, what === 'lifted'],
  );
}
