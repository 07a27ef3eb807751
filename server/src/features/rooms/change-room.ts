import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../db/db.ts';
import { regrant } from './engine/grants.ts';
import { appendLog, lockRoom, type LogType, type RoomRecord } from './records.ts';
import type { GrantChange, RoomsDeps } from './rooms-deps.ts';

/** A change of a room, made under its lock. */
export interface RoomChange {
  readonly tx: Tx;
  readonly room: RoomRecord;
  /** Writes a line of the room's log and returns its number. No change is pushed without a line. */
  log(type: LogType, payload: object, actorId?: number): Promise<number>;
  /** Recomputes what these people, or everyone, may publish, and stores it. */
  regrant(userIds?: readonly number[]): Promise<void>;
  /** What is to be done after the commit: whether to push, and which grants to apply at the engine. */
  readonly outcome: {
    readonly isLogged: boolean;
    readonly grants: readonly GrantChange[];
    /** Who may be in the engine's room for the preview of the next speaker may have changed. */
    readonly isPreviewOld: boolean;
  };
}

/**
 * Every change of a room runs here: lock the room, decide, store and log in one transaction; after the commit push the
 * change and apply grants at the engine. Nothing external happens while the lock is held. Throws `not_in_room` if the
 * room was never opened.
 */
export async function changeRoom<T>(
  deps: RoomsDeps,
  eventUuid: string,
  work: (change: RoomChange) => Promise<T>,
): Promise<T> {
  const { result, outcome } = await inRowQueue(deps, eventUuid, async (tx) => {
    const room = await lockRoom(tx, eventUuid);
    if (!room) throw refuse('not_in_room');
    const change = changeOf(tx, room);
    return { result: await work(change), outcome: change.outcome };
  });
  if (outcome.isLogged) deps.effects.push(eventUuid);
  if (outcome.grants.length > 0) await deps.effects.applyGrants(eventUuid, outcome.grants);
  if (outcome.isPreviewOld) await deps.effects.comparePreviews(eventUuid);
  return result;
}

/** One transaction on this event and its room, queued behind others of the same event. */
export const inRowQueue = <T>(
  { db, rowQueue }: Pick<RoomsDeps, 'db' | 'rowQueue'>,
  eventUuid: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => rowQueue.run(eventUuid, () => db.tx(work));

/**
 * A change inside a transaction that already holds the room's lock, for start, join and finish, which lock the event
 * first. They do what its outcome requires after their commit.
 */
export function changeOf(tx: Tx, room: RoomRecord): RoomChange {
  const outcome = { isLogged: false, grants: [] as GrantChange[], isPreviewOld: false };
  return {
    tx,
    room,
    async log(type, payload, actorId) {
      outcome.isLogged = true;
      outcome.isPreviewOld ||= room.screening && (type === 'updateEvent' || type === 'userBanned');
      return appendLog(tx, room.eventId, type, payload, actorId);
    },
    async regrant(userIds) {
      outcome.grants.push(...(await regrant(tx, room.eventId, userIds)));
    },
    outcome,
  };
}
