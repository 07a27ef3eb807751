import type { Account } from '@frontrow/core/kernel/actor.ts';
import { decidePromotion } from '@frontrow/core/rooms/room-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { changeRoom } from '../state/change-room.ts';
import type { RoomKit } from '../room-kit.ts';
import { memberNamed } from '../state/store.ts';

/**
 * The owner makes a viewer an event admin, or takes it back; without `enabled` it toggles. Throws `host_only`,
 * `target_protected`.
 */
export async function promoteAdmin(
  kit: RoomKit,
  actor: Account,
  eventUuid: string,
  username: string,
  enabled: boolean | undefined,
): Promise<void> {
  await changeRoom(kit, eventUuid, async ({ tx, room, log }) => {
    const isHost = room.hostId === actor.id;
    if (!isHost) throw refuse('host_only');
    const target = await memberNamed(tx, eventUuid, username);
    if (!target) throw refuse('target_not_in_room');
    const decided = decidePromotion(room, { isHost }, target, target.hasTicket, enabled);
    if (decided === 'keep') return;
    await tx.query('UPDATE room_member SET is_admin = $3 WHERE event_id = $1 AND user_id = $2', [
      eventUuid,
      target.id,
      decided === 'promote',
    ]);
    await log('updateEvent', { change: 'admin', user: target.id, enabled: decided === 'promote' }, actor.id);
  });
}
