import type { Account } from '@frontrow/core/kernel/actor.ts';
import { requireHandsOwner } from '@frontrow/core/rooms/room-rules.ts';
import { changeRoom } from '../state/change-room.ts';
import type { RoomKit } from '../room-kit.ts';

/** Raising hands on or off. Off lowers the raised hands. Repeating it changes nothing. */
export async function toggleRaiseHand(
  kit: RoomKit,
  actor: Account,
  eventUuid: string,
  enabled: boolean,
): Promise<void> {
  await changeRoom(kit, eventUuid, async ({ tx, room, log }) => {
    requireHandsOwner(room, { isHost: room.hostId === actor.id });
    if (room.raiseHandEnabled === enabled) return;
    await tx.query('UPDATE room SET raise_hand_enabled = $2 WHERE event_id = $1', [eventUuid, enabled]);
    if (!enabled)
      await tx.query(
        'UPDATE room_member SET hand_raised_at = NULL WHERE event_id = $1 AND hand_raised_at IS NOT NULL',
        [eventUuid],
      );
    await log('updateEvent', { change: 'raised_hand_enabled', enabled }, actor.id);
  });
}
