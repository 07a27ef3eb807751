import type { Account } from '@frontrow/core/kernel/actor.ts';
import { decideTurn, requireHandsOwner } from '@frontrow/core/rooms/room-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { changeRoom } from '../state/change-room.ts';
import type { RoomKit } from '../room-kit.ts';
import { stopTurn } from './stop-turn.ts';
import { memberNamed } from '../state/store.ts';

export interface TurnWish {
  readonly username: string;
  /** Whether this viewer shall have the turn; undefined where the username alone decides. */
  readonly enabled?: boolean | undefined;
}

/**
 * The host gives the turn to a waiting viewer, which ends the turn before it. The speaker's username, or an empty one,
 * stops the turn, unless `enabled` says what is wanted. The new grants are applied at the engine after the commit; the
 * viewer's browser then asks for consent (rule R5). Throws `host_only`, `interactive_only`, `target_not_in_room`,
 * `hand_not_raised`.
 */
export async function giveTurn(
  kit: RoomKit,
  actor: Account,
  eventUuid: string,
  { username, enabled }: TurnWish,
): Promise<void> {
  await changeRoom(kit, eventUuid, async (change) => {
    const { tx, room, log, regrant } = change;
    const isHost = room.hostId === actor.id;
    requireHandsOwner(room, { isHost });
    const target = username === '' ? undefined : await memberNamed(tx, eventUuid, username);
    if (username !== '' && !target) throw refuse('target_not_in_room');
    const decided = decideTurn(room, { isHost }, target, enabled);
    if (decided === 'stop') return stopTurn(change, actor.id);
    if (decided === 'keep' || !target) return;
    await tx.query('UPDATE room_member SET hand_raised_at = NULL WHERE event_id = $1 AND user_id = $2', [
      eventUuid,
      target.id,
    ]);
    await tx.query('UPDATE room SET speaker_id = $2, speaker_since = app_now() WHERE event_id = $1', [
      eventUuid,
      target.id,
    ]);
    await regrant(room.speakerId === undefined ? [target.id] : [room.speakerId, target.id]);
    await log('updateEvent', { change: 'turn', user: target.id }, actor.id);
  });
}
