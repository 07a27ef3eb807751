import type { Account } from '@frontrow/core/kernel/actor.ts';
import { decideRemoval } from '@frontrow/core/rooms/room-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { changeRoom } from './change-room.ts';
import { identityOf, type RoomKit } from './room-kit.ts';
import { memberNamed, personIn } from './store.ts';
import { vacateSeats } from './vacate-seats.ts';

/** Takes a viewer out of the room: seat, hand and turn are free, the engine lets go of them. Another thing than blocking (decisions 28). */
export async function removeViewer(kit: RoomKit, actor: Account, eventUuid: string, username: string): Promise<void> {
  const removed = await changeRoom(kit, eventUuid, async (change) => {
    const me = await personIn(change.tx, eventUuid, actor.id);
    if (!me?.isHost && !me?.isAdmin) throw refuse('moderators_only');
    const target = await memberNamed(change.tx, eventUuid, username);
    if (!target) throw refuse('target_not_in_room');
    if (decideRemoval(change.room, me, target) === 'keep') return undefined;
    await vacateSeats(change, [target.id], 'removed');
    return target.id;
  });
  if (removed === undefined) return;
  kit.effects.sentAway(eventUuid, removed, 'removed', undefined);
  await kit.video.removeParticipant(eventUuid, identityOf(removed)).catch(() => undefined);
}
