import type { SlowModeSeconds } from '@frontrow/core/chat/slow-mode.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { requireOwner } from '@frontrow/core/rooms/room-rules.ts';
import { changeRoom } from '../state/change-room.ts';
import type { RoomKit } from '../room-kit.ts';

/** How long viewers wait between two messages. Repeating it changes nothing. Throws `host_only`. */
export async function setSlowMode(
  kit: RoomKit,
  actor: Account,
  eventUuid: string,
  seconds: SlowModeSeconds,
): Promise<void> {
  await changeRoom(kit, eventUuid, async ({ tx, room, log }) => {
    requireOwner(room, { isHost: room.hostId === actor.id });
    if (room.slowModeSeconds === seconds) return;
    await tx.query('UPDATE room SET slow_mode_seconds = $2 WHERE event_id = $1', [eventUuid, seconds]);
    await log('updateEvent', { change: 'slow_mode', seconds }, actor.id);
  });
}
