import type { Account } from '@frontrow/core/kernel/actor.ts';
import { ownerActs } from '@frontrow/core/rooms/room-rules.ts';
import { changeRoom } from '../state/change-room.ts';
import type { RoomKit } from '../room-kit.ts';

/** Everybody in an interactive room may speak, or nobody without a turn; the camera still needs a turn (spec §4). Replaying it changes nothing. */
export async function toggleOpenMic(kit: RoomKit, actor: Account, eventUuid: string, enabled: boolean): Promise<void> {
  await changeRoom(kit, eventUuid, async ({ tx, room, log, regrant }) => {
    ownerActs(room, { isHost: room.hostId === actor.id });
    if (room.openMic === enabled) return;
    await tx.query('UPDATE room SET open_mic = $2 WHERE event_id = $1', [eventUuid, enabled]);
    // A broadcast's crowd never speaks at once: nobody's rights depend on it there.
    if (room.kind === 0) await regrant();
    await log('updateEvent', { change: 'open_mic', enabled }, actor.id);
  });
}
