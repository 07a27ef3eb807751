import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';
import { regrant, type GrantChange } from '../engine/regrant.ts';
import type { RoomKit } from '../room-kit.ts';
import { appendLog, lockRoom, type LogType, type RoomRecord } from './store.ts';

/** A change of a room, made under its lock. */
export interface RoomChange {
  readonly tx: Tx;
  readonly room: RoomRecord;
  /** Writes a line of the room's log and answers its number. Nobody is told of a change without a line. */
  log(type: LogType, payload: object, actorId?: number): Promise<number>;
  /** Computes anew what these people, or everybody, may publish. It is applied at the engine after the commit. */
  regrant(userIds?: readonly number[]): Promise<void>;
}

/**
 * Every change of a room runs here: lock the room, decide, store and log in one transaction; after the commit push the
 * change and apply grants at the engine. Nothing external happens while the lock is held. Throws `not_in_room` where
 * the room was never opened.
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
  if (logged) kit.effects.push(eventUuid);
  if (grants.length > 0) await kit.effects.applyGrants(eventUuid, grants);
  return result;
}

/** One transaction on this event and its room, behind others of the same event. */
export const inRowQueue = <T>(
  { db, rowQueue }: Pick<RoomKit, 'db' | 'rowQueue'>,
  eventUuid: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => rowQueue.run(eventUuid, () => db.tx(work));

/** The same inside a transaction that already holds the room's lock: start, join and finish lock the event first. */
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
