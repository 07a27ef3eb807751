import type { Account } from '@frontrow/core/kernel/actor.ts';
import { decideRemoval } from '@frontrow/core/rooms/room-rules.ts';
import { accountsOfPerson } from './accounts-of-person.ts';
import { findTarget } from './find-target.ts';
import { changeRoom } from '../state/change-room.ts';
import { identityOf, type RoomKit } from '../room-kit.ts';
import { vacateSeats } from '../presence/vacate-seats.ts';

/**
 * Removes a viewer for the rest of the event: seat, hand, turn and the event admin's rights end, the sockets of all
 * their accounts end, and the engine disconnects them. They keep their ticket. Blocking is another act
 * (docs/decisions/0010).
 */
export async function removeViewer(kit: RoomKit, actor: Account, eventUuid: string, username: string): Promise<void> {
  const removed = await changeRoom(kit, eventUuid, async (change) => {
    const { tx, room, log } = change;
    const { me, target } = await findTarget(change, actor, username);
    if (decideRemoval(room, me, target) === 'keep') return [];
    const ids = (await accountsOfPerson(change, target.id, 'decided')).map((one) => one.id);
    await vacateSeats(change, ids, 'removed', true);
    await tx.query(
      'UPDATE room_member SET removed_at = app_now() WHERE event_id = $1 AND user_id = ANY ($2) AND removed_at IS NULL',
      [eventUuid, ids],
    );
    await log('updateEvent', { change: 'removed', user: target.id }, actor.id);
    return ids;
  });
  for (const userId of removed) {
    kit.effects.endOtherSessions(eventUuid, userId, 'removed', undefined);
    await kit.video.removeParticipant(eventUuid, identityOf(userId)).catch(() => undefined);
  }
}
