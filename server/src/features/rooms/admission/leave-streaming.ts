import type { Account } from '@frontrow/core/kernel/actor.ts';
import { changeRoom } from '../state/change-room.ts';
import { identityOf, type RoomKit } from '../room-kit.ts';
import { personIn } from '../state/store.ts';
import { vacateSeats } from '../presence/vacate-seats.ts';

/**
 * A viewer leaves, or one of a private meeting hangs up: seat, hand and turn are free at once. Leaving twice, or
 * without a seat, is harmless.
 */
export async function leaveStreaming(kit: RoomKit, actor: Account, eventUuid: string): Promise<void> {
  const left = await changeRoom(kit, eventUuid, async (change) => {
    const me = await personIn(change.tx, eventUuid, actor.id);
    if (!me || (me.isHost && !change.room.isMeeting) || change.room.closed) return 0;
    return vacateSeats(change, [actor.id], 'left');
  });
  if (left > 0) await kit.video.removeParticipant(eventUuid, identityOf(actor.id)).catch(() => undefined);
}
