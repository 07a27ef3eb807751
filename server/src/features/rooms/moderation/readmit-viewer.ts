import type { Account } from '@frontrow/core/kernel/actor.ts';
import { decideReturn } from '@frontrow/core/rooms/room-rules.ts';
import { accountsOfPerson } from './accounts-of-person.ts';
import { findTarget } from './find-target.ts';
import { changeRoom } from '../state/change-room.ts';
import type { RoomKit } from '../room-kit.ts';

/** Readmits a removed viewer, who then may take a seat again. Repeating it changes nothing. */
export async function readmitViewer(kit: RoomKit, actor: Account, eventUuid: string, username: string): Promise<void> {
  await changeRoom(kit, eventUuid, async (change) => {
    const { tx, room, log } = change;
    const { me, target } = await findTarget(change, actor, username);
    if (decideReturn(room, me, target) === 'keep') return;
    const ids = (await accountsOfPerson(change, target.id, 'lifted')).map((one) => one.id);
    await tx.query('UPDATE room_member SET removed_at = NULL WHERE event_id = $1 AND user_id = ANY ($2)', [
      eventUuid,
      ids,
    ]);
    await log('updateEvent', { change: 'readmitted', user: target.id }, actor.id);
  });
}
