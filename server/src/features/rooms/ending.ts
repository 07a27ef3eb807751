import { hostAbsentMaxMs } from '@frontrow/core/events/limits.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { hours } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { reconcileStepMsMax, roomForgottenMs } from '@frontrow/core/rooms/limits.ts';
import type { Tx } from '../../db/db.ts';
import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import { isolateErrors, type Job } from '../../jobs/runner.ts';
import type { Kit } from '../../kit.ts';
import type { EventRecord } from '../events/index.ts';
import { changeOf, inRowQueue } from './change-room.ts';
import { closePollsOf } from './polls.ts';
import { lockRoom, type RoomRecord } from './records.ts';
import type { RoomsDeps } from './rooms-deps.ts';
import { stepTurnQueue } from './turn-queue.ts';

/**
 * The host finishes the event for everyone; it never opens again (rule R12). Calling it twice is harmless. Throws
 * `host_only`, `not_live`, and `not_in_meetings`, because a meeting ends at its time.
 */
export async function finishStreaming(deps: RoomsDeps, actor: Account, eventUuid: string): Promise<void> {
  await finishEvent(deps, eventUuid, actor.id, (event) => {
    if (event.hostId !== actor.id) throw refuse('host_only');
    if (event.meeting) throw refuse('not_in_meetings');
    if (event.state === 0) throw refuse('not_live');
    return true;
  });
}

/**
 * Finishes the event and closes its room in one transaction, then closes the engine's room. `mayFinish` is called under
 * the locks of both. Safe to run twice.
 */
export async function finishEvent(
  deps: RoomsDeps,
  eventUuid: string,
  actorId: number | undefined,
  mayFinish: (event: EventRecord, tx: Tx) => boolean | Promise<boolean>,
): Promise<void> {
  const closed = await inRowQueue(deps, eventUuid, async (tx) => {
    const event = await deps.events.lock(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    // The room is locked before the time of the finish is read, so that no message is younger than the finish.
    const room = await lockRoom(tx, eventUuid);
    if (!(await mayFinish(event, tx))) return false;
    if (event.state === 1) await deps.events.move(tx, eventUuid, 'finish');
    if (!room || !(await closeRoom(tx, room, actorId, event.cancelledAt !== undefined))) return false;
    return { screening: room.screening };
  });
  if (!closed) return;
  deps.effects.push(eventUuid);
  await closeAtEngine(deps, eventUuid);
  if (closed.screening) await deps.effects.comparePreviews(eventUuid);
}

/** Ends all seats, hands, turns and grants of the room. False if it was already closed. The caller holds its lock. */
async function closeRoom(tx: Tx, room: RoomRecord, actorId: number | undefined, cancelled: boolean): Promise<boolean> {
  const closed = await tx.one(
    `UPDATE room SET closed_at = app_now(), stage_guest_id = NULL WHERE event_id = $1 AND closed_at IS NULL
     RETURNING event_id`,
    [room.eventId],
  );
  if (!closed) return false;
  const change = changeOf(tx, room);
  for (const step of ['lowerAll', 'stop'] as const) await stepTurnQueue(change, { do: step });
  await tx.query('UPDATE room_member SET seat_until = NULL, seat_session = NULL WHERE event_id = $1', [room.eventId]);
  await closePollsOf(tx, room.eventId);
  await tx.query('DELETE FROM room_login WHERE event_id = $1', [room.eventId]);
  await change.regrant();
  await change.log('finishEvent', { cancelled }, actorId);
  return true;
}

/** Deleting the engine's room revokes everyone's grants immediately. The reconciler repeats it if it fails. */
export async function closeAtEngine(
  { db, video, log }: Pick<RoomsDeps, 'db' | 'video' | 'log'>,
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

const atOnceMax = 100;
const seen = 'coalesce(r.host_seen_at, e.started_at)';
/** A host who closes the browser while the encoder sends is still present. */
const encoderSends = `(r.source = 'encoder' AND r.ingest_state = 'live') IS TRUE`;
const absent = `r.closed_at IS NULL AND e.state = 1 AND e.private_for IS NULL AND NOT ${encoderSends}
  AND ${seen} < app_now() - $1 * interval '1 ms'`;

export interface AbandonedEvent {
  readonly event_id: string;
  readonly seen: string;
}

/**
 * Finishes events that were live for an hour without their host and without the host's encoder (rule E11), the longest
 * first. Returns the last one tried when time ran out: the next run continues after it, so that events which cannot be
 * finished do not keep others live.
 */
export async function finishAbandoned(
  deps: RoomsDeps,
  after: AbandonedEvent | undefined,
): Promise<AbandonedEvent | undefined> {
  const deadline = deps.clock.now() + reconcileStepMsMax;
  for (let last = after; ;) {
    const rows = await deps.db.query<AbandonedEvent>(
      `SELECT r.event_id, ${seen}::text AS seen FROM room r JOIN event e ON e.id = r.event_id
       WHERE ${absent} AND ($2::timestamptz IS NULL OR (${seen}, r.event_id) > ($2, $3::uuid))
       ORDER BY ${seen}, r.event_id LIMIT ${atOnceMax}`,
      [hostAbsentMaxMs, last?.seen ?? null, last?.event_id ?? null],
    );
    if (rows.length === 0) return undefined;
    for (const left of rows) {
      if (deps.clock.now() >= deadline) return last;
      await isolateErrors(deps.log, { event: left.event_id }, () => finishIfStillAbsent(deps, left.event_id));
      last = left;
    }
  }
}

const finishIfStillAbsent = (deps: RoomsDeps, eventUuid: string): Promise<void> =>
  finishEvent(deps, eventUuid, undefined, async (event, tx) => {
    // The host may have returned while other events were being finished.
    const still = await tx.one(`SELECT 1 FROM room r JOIN event e ON e.id = r.event_id WHERE ${absent} AND e.id = $2`, [
      hostAbsentMaxMs,
      event.id,
    ]);
    return still !== undefined;
  });

const roomsMax = 500;
/** Rows deleted by one statement, which must stay far below its time limit: a large room has half a million. */
const rowsMax = 10_000;

/**
 * Deletes the chat and the log of a room ninety days after its end, when no client needs them. Those of a private
 * meeting stay with its request until one of the two closes the account.
 */
export const purgeRooms = ({ db }: Pick<Kit, 'db'>): Job => ({
  name: 'forget rooms of long ago',
  everyMs: hours(1),
  async run(stopping) {
    const rooms = await db.query<{ event_id: string }>(
      `SELECT r.event_id FROM room r JOIN event e ON e.id = r.event_id
       WHERE r.forgotten_at IS NULL AND r.closed_at < app_now() - $1 * interval '1 ms'
         AND (e.private_for IS NULL OR EXISTS (
           SELECT 1 FROM app_user u WHERE u.id IN (e.host_id, e.private_for) AND u.erased_at IS NOT NULL))
       ORDER BY r.closed_at LIMIT ${roomsMax}`,
      [roomForgottenMs],
    );
    await purgeUnopened(db);
    for (const { event_id: eventUuid } of rooms) {
      if (stopping()) return;
      // Messages first: each refers to a line of the log.
      for (const table of ['question', 'poll', 'caption_line', 'stage_change', 'room_recorder', 'recording_choice'])
        await db.query(`DELETE FROM ${table} WHERE event_id = $1`, [eventUuid]);
      for (const table of ['chat_message', 'room_event'])
        while (await dropSome(db, table, eventUuid)) if (stopping()) return;
      await db.query(
        "UPDATE room SET forgotten_at = app_now(), pinned_seq = NULL, announcement_seq = NULL, filtered_words = '{}' WHERE event_id = $1",
        [eventUuid],
      );
    }
  },
});

/**
 * Questions, polls and the choice to record an event whose room never opened, ninety days after it would have begun.
 */
async function purgeUnopened(db: Kit['db']): Promise<void> {
  for (const table of ['question', 'poll', 'recording_choice'])
    await db.query(
      `DELETE FROM ${table} WHERE ctid IN (
         SELECT t.ctid FROM ${table} t JOIN event e ON e.id = t.event_id
         WHERE e.starts_at < app_now() - $1 * interval '1 ms'
           AND NOT EXISTS (SELECT 1 FROM room r WHERE r.event_id = t.event_id)
         LIMIT ${rowsMax} FOR UPDATE OF t SKIP LOCKED)`,
      [roomForgottenMs],
    );
}

/** True while there may be more. */
async function dropSome(db: Kit['db'], table: string, eventUuid: string): Promise<boolean> {
  const dropped = await db.one<{ count: number }>(
    `WITH gone AS (
       DELETE FROM ${table} WHERE event_id = $1
         AND seq IN (SELECT seq FROM ${table} WHERE event_id = $1 ORDER BY seq LIMIT ${rowsMax} FOR UPDATE)
       RETURNING 1
     ) SELECT count(*) FROM gone`,
    [eventUuid],
  );
  return dropped?.count === rowsMax;
}

/** However an event ended, its room is closed: here, and at the engine. */
export function roomsFacts(deps: RoomsDeps): FactHandler[] {
  const close = ({ payload }: { payload: { eventUuid: string } }) =>
    finishEvent(deps, payload.eventUuid, undefined, () => true);
  return [onFact('EventFinished', 'close-room', close), onFact('EventCancelled', 'close-room', close)];
}
