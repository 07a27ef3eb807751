import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';
import type { EventRecord } from '../../events/index.ts';
import { changeOf, inRowQueue } from '../state/change-room.ts';
import type { RoomKit } from '../room-kit.ts';
import { lockRoom, type RoomRecord } from '../state/store.ts';

/**
 * The host finishes the event for everybody; it never opens again (rule R12). Twice is harmless. Throws `host_only`,
 * `not_live`, `not_in_meetings`: a meeting ends by its time.
 */
export async function finishStreaming(kit: RoomKit, actor: Account, eventUuid: string): Promise<void> {
  await finishEvent(kit, eventUuid, actor.id, (event) => {
    if (event.hostId !== actor.id) throw refuse('host_only');
    if (event.meeting) throw refuse('not_in_meetings');
    if (event.state === 0) throw refuse('not_live');
    return true;
  });
}

/**
 * Finishes the event and closes its room in one transaction, then closes the engine's room. `mayFinish` is asked under
 * the locks of both. Safe to run twice.
 */
export async function finishEvent(
  kit: RoomKit,
  eventUuid: string,
  actorId: number | undefined,
  mayFinish: (event: EventRecord, tx: Tx) => boolean | Promise<boolean>,
): Promise<void> {
  const closed = await inRowQueue(kit, eventUuid, async (tx) => {
    const event = await kit.events.lock(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    // The room is locked before the time of the finish is taken, so that no message is younger than the finish.
    const room = await lockRoom(tx, eventUuid);
    if (!(await mayFinish(event, tx))) return false;
    if (event.state === 1) await kit.events.move(tx, eventUuid, 'finish');
    return room !== undefined && closeRoom(tx, room, actorId, event.cancelledAt !== undefined);
  });
  if (!closed) return;
  kit.effects.push(eventUuid);
  await closeAtEngine(kit, eventUuid);
}

/** Ends all seats, hands, turns and grants of the room. False when it was closed before. The caller holds its lock. */
async function closeRoom(tx: Tx, room: RoomRecord, actorId: number | undefined, cancelled: boolean): Promise<boolean> {
  const closed = await tx.one(
    `UPDATE room SET closed_at = app_now(), speaker_id = NULL, speaker_since = NULL
     WHERE event_id = $1 AND closed_at IS NULL RETURNING event_id`,
    [room.eventId],
  );
  if (!closed) return false;
  await tx.query(
    'UPDATE room_member SET seat_until = NULL, seat_session = NULL, hand_raised_at = NULL WHERE event_id = $1',
    [room.eventId],
  );
  await tx.query('DELETE FROM room_login WHERE event_id = $1', [room.eventId]);
  const change = changeOf(tx, room);
  await change.regrant();
  await change.log('finishEvent', { cancelled }, actorId);
  return true;
}

/** Deleting the engine's room takes everybody's grants at once. The reconciler repeats it when it fails. */
export async function closeAtEngine(
  { db, video, log }: Pick<RoomKit, 'db' | 'video' | 'log'>,
  eventUuid: string,
): Promise<void> {
  try {
    await video.closeRoom(eventUuid);
    await db.query(
      'UPDATE room_member SET applied_ver = desired_ver WHERE event_id = $1 AND applied_ver <> desired_ver',
      [eventUuid],
    );
  } catch (error) {
    log.warn({ error: String(error) }, 'room will be closed at the engine by the reconciler');
  }
}
