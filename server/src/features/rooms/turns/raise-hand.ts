import type { Account } from '@frontrow/core/kernel/actor.ts';
import { decideHand } from '@frontrow/core/rooms/room-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { changeRoom } from '../state/change-room.ts';
import type { RoomKit } from '../room-kit.ts';
import { personIn } from '../state/store.ts';

/**
 * A viewer raises or lowers their hand; without `raised` it toggles. Raising twice keeps the place in the queue (rule
 * R4). Throws `hands_disabled`, `has_turn`, `banned`, `not_in_room`.
 */
export async function raiseHand(
  kit: RoomKit,
  actor: Account,
  eventUuid: string,
  raised: boolean | undefined,
): Promise<void> {
  await changeRoom(kit, eventUuid, async ({ tx, room, log }) => {
    const me = await personIn(tx, eventUuid, actor.id);
    if (!me) throw refuse('not_in_room');
    const decided = decideHand(room, me, raised);
    if (decided === 'keep') return;
    await tx.query(
      'UPDATE room_member SET hand_raised_at = CASE WHEN $3 THEN app_now() END WHERE event_id = $1 AND user_id = $2',
      [eventUuid, actor.id, decided === 'raise'],
    );
    await log('updateEvent', { change: 'hand', user: actor.id, raised: decided === 'raise' }, actor.id);
  });
}
