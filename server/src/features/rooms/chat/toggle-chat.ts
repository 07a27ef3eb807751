import type { Account } from '@frontrow/core/kernel/actor.ts';
import { requireOwner } from '@frontrow/core/rooms/room-rules.ts';
import { changeRoom } from '../state/change-room.ts';
import type { RoomKit } from '../room-kit.ts';

/** Chat on or off. The owner may always write. Repeating it changes nothing. */
export async function toggleChat(kit: RoomKit, actor: Account, eventUuid: string, enabled: boolean): Promise<void> {
  await changeRoom(kit, eventUuid, async ({ tx, room, log }) => {
    requireOwner(room, { isHost: room.hostId === actor.id });
    if (room.chatEnabled === enabled) return;
    await tx.query('UPDATE room SET chat_enabled = $2 WHERE event_id = $1', [eventUuid, enabled]);
    await log('updateEvent', { change: 'chat_enabled', enabled }, actor.id);
  });
}
