import type { Account } from '@frontrow/core/kernel/actor.ts';
import { requireMayRemoveMessage } from '@frontrow/core/rooms/room-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { changeRoom } from '../state/change-room.ts';
import type { RoomKit } from '../room-kit.ts';
import { personIn } from '../state/store.ts';

/** A moderator removes one message for everybody. Removing it twice is harmless. */
export async function removeMessage(kit: RoomKit, actor: Account, eventUuid: string, seq: number): Promise<void> {
  await changeRoom(kit, eventUuid, async ({ tx, room, log }) => {
    const me = await personIn(tx, eventUuid, actor.id);
    if (!me) throw refuse('not_in_room');
    const message = await tx.one<{ author_id: number; removed: boolean }>(
      'SELECT author_id, removed_at IS NOT NULL AS removed FROM chat_message WHERE event_id = $1 AND seq = $2',
      [eventUuid, seq],
    );
    const author = message && (await personIn(tx, eventUuid, message.author_id));
    requireMayRemoveMessage(room, me, author ?? { ...me, isHost: false, isAdmin: false });
    if (!message) throw refuse('message_not_found');
    if (message.removed) return;
    await tx.query('UPDATE chat_message SET removed_at = app_now() WHERE event_id = $1 AND seq = $2', [eventUuid, seq]);
    await log('messageRemoved', { message_seq: seq }, actor.id);
  });
}
