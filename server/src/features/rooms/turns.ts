import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { decideHand, decideTurn, requireHandsOwner } from '@frontrow/core/rooms/room-rules.ts';
import { changeRoom, type RoomChange } from './change-room.ts';
import { memberNamed, personIn } from './records.ts';
import type { RoomsDeps } from './rooms-deps.ts';

/**
 * A viewer raises or lowers their hand; without `raised` it toggles. Raising twice keeps the place in the queue (rule
 * R4). Throws `hands_disabled`, `has_turn`, `banned`, `not_in_room`.
 */
export async function raiseHand(
  kit: RoomsDeps,
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

interface TurnWish {
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
  kit: RoomsDeps,
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

/** Ends the current turn. After the commit the engine takes the speaker's grants, and with them their tracks. */
export async function stopTurn({ tx, room, log, regrant }: RoomChange, actorId: number): Promise<void> {
  if (room.speakerId === undefined) return;
  await tx.query('UPDATE room SET speaker_id = NULL, speaker_since = NULL WHERE event_id = $1', [room.eventId]);
  await regrant([room.speakerId]);
  await log('updateEvent', { change: 'turn_ended', user: room.speakerId }, actorId);
}

/** Raising hands on or off. Off lowers the raised hands. Repeating it changes nothing. */
export async function toggleRaiseHand(
  kit: RoomsDeps,
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

/**
 * Open mic on or off: while it is on every viewer of an interactive room may use the microphone. Repeating it changes
 * nothing.
 */
export async function toggleOpenMic(
  kit: RoomsDeps,
  actor: Account,
  eventUuid: string,
  enabled: boolean,
): Promise<void> {
  await changeRoom(kit, eventUuid, async ({ tx, room, log, regrant }) => {
    requireHandsOwner(room, { isHost: room.hostId === actor.id });
    if (room.openMic === enabled) return;
    await tx.query('UPDATE room SET open_mic = $2 WHERE event_id = $1', [eventUuid, enabled]);
    await regrant();
    await log('updateEvent', { change: 'open_mic', enabled }, actor.id);
  });
}
