import type { Account } from '@frontrow/core/kernel/actor.ts';
import { requireHandsOwner } from '@frontrow/core/rooms/room-rules.ts';
import { changeRoom } from '../state/change-room.ts';
import type { RoomKit } from '../room-kit.ts';

/**
 * Open mic on or off: while it is on every viewer of an interactive room may use the microphone. Repeating it changes
 * nothing.
 */
export async function toggleOpenMic(kit: RoomKit, actor: Account, eventUuid: string, enabled: boolean): Promise<void> {
  await changeRoom(kit, eventUuid, async ({ tx, room, log, regrant }) => {
    requireHandsOwner(room, { isHost: room.hostId === actor.id });
    if (room.openMic === enabled) return;
    await tx.query('UPDATE room SET open_mic = $2 WHERE event_id = $1', [eventUuid, enabled]);
    await regrant();
    await log('updateEvent', { change: 'open_mic', enabled }, actor.id);
  });
}
