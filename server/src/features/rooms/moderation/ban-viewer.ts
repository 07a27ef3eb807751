import type { Account } from '@frontrow/core/kernel/actor.ts';
import { decideBan } from '@frontrow/core/rooms/room-rules.ts';
import { accountsOfPerson } from './accounts-of-person.ts';
import { findTarget } from './find-target.ts';
import { changeRoom } from '../state/change-room.ts';
import type { RoomKit } from '../room-kit.ts';
import { stopTurn } from '../turns/stop-turn.ts';

/**
 * Blocks or unblocks a viewer; without `enabled` it toggles. A blocked viewer keeps watching, but loses chat, hand,
 * turn and the event admin's rights, and their messages are removed (rule R6). Throws `moderators_only`,
 * `target_protected`.
 */
export async function banViewer(
  kit: RoomKit,
  actor: Account,
  eventUuid: string,
  username: string,
  enabled: boolean | undefined,
): Promise<void> {
  await changeRoom(kit, eventUuid, async (change) => {
    const { tx, room, log, regrant } = change;
    const { me, target } = await findTarget(change, actor, username);
    const decided = decideBan(room, me, target, enabled);
    if (decided === 'keep') return;
    const banned = decided === 'ban';
    const person = await accountsOfPerson(change, target.id, banned ? 'decided' : 'lifted');
    const accounts = person.filter((one) => one.here);
    const ids = accounts.map((one) => one.id);
    await tx.query(
      `UPDATE room_member SET banned_at = CASE WHEN $3 THEN app_now() END, is_admin = is_admin AND NOT $3,
        hand_raised_at = CASE WHEN NOT $3 THEN hand_raised_at END
       WHERE event_id = $1 AND user_id = ANY ($2)`,
      [eventUuid, ids, banned],
    );
    if (banned && ids.some((id) => id === room.speakerId)) await stopTurn(change, actor.id);
    if (banned)
      await tx.query(
        `UPDATE chat_message SET removed_at = app_now()
         WHERE event_id = $1 AND author_id = ANY ($2) AND removed_at IS NULL`,
        [eventUuid, ids],
      );
    await regrant(ids);
    for (const { id, username: name } of accounts)
      await log('userBanned', { username: name, author: id, blocked: banned }, actor.id);
  });
}
