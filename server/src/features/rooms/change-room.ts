import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../db/db.ts';
import { regrant, type GrantChange } from './regrant.ts';
import type { RoomKit } from './room-kit.ts';
import { appendLog, lockRoom, type LogType, type RoomRecord } from './store.ts';

/** One change of a room under its lock. */
export interface RoomChange {
  readonly tx: Tx;
  readonly room: RoomRecord;
  /** Writes into the room's log; a change without a line in it is never seen by anybody. Answers its number. */
  log(type: LogType, payload: object, actorId?: number): Promise<number>;
  /** Computes again what these people may publish (everybody when nobody is named); applied at the engine after the commit. */
  regrant(userIds?: readonly number[]): Promise<void>;
}

/**
 * The frame of every change: lock the room, decide, store and log in one transaction, and after the commit apply rights at
 * the engine and push. Throws `not_in_room` where no room was ever opened. Nothing outside happens while the lock is held.
 */
export async function changeRoom<T>(
  kit: RoomKit,
  eventUuid: string,
  work: (change: RoomChange) => Promise<T>,
): Promise<T> {
  let grants: GrantChange[] = [];
  let logged = false;
  const result = await inRowQueue(kit, eventUuid, async (tx) => {
    grants = [];
    logged = false;
    const room = await lockRoom(tx, eventUuid);
    if (!room) throw refuse('not_in_room');
    return work(
      changeOf(
        tx,
        room,
        (more) => (grants = [...grants, ...more]),
        () => (logged = true),
      ),
    );
  });
  if (logged) kit.effects.pushed(eventUuid);
  if (grants.length > 0) await kit.effects.applied(eventUuid, grants);
  return result;
}

/** One transaction on this event and its room, behind others of the same event. */
export const inRowQueue = <T>(
  { db, rowQueue }: Pick<RoomKit, 'db' | 'rowQueue'>,
  eventUuid: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => rowQueue.run(eventUuid, () => db.tx(work));

/** The same tools inside a transaction that already holds the room's lock (start, join, finish lock the event first). */
export function changeOf(
  tx: Tx,
  room: RoomRecord,
  onGrants: (changes: GrantChange[]) => void,
  onLog: () => void,
): RoomChange {
  return {
    tx,
    room,
    async log(type, payload, actorId) {
      onLog();
      return appendLog(tx, room.eventId, type, payload, actorId);
    },
    async regrant(userIds) {
      onGrants(await regrant(tx, room.eventId, userIds));
    },
  };
}
