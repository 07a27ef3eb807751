import { eventStateCode, liveEventMachine, liveEventStateOf } from '@frontrow/core/events/live-event-machine.ts';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { noShowAfterMs, rescheduleNoticeMs } from '@frontrow/core/events/limits.ts';
import type { CancelReason } from '@frontrow/core/events/live-event.ts';
import { rescheduleProblem } from '@frontrow/core/events/change-event.ts';
import { readStartTime } from '@frontrow/core/events/start-time.ts';
import { moveBetween, movedBy, type SeriesScope, type WallMove } from '@frontrow/core/events/series.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import {
  eventCancelled,
  eventFinished,
  eventMoved,
  eventRepublished,
  eventStarted,
  eventUnpublished,
} from './facts.ts';
import { overMeeting } from './meeting-events.ts';
import { type EventRecord, lockPublished } from './records.ts';
import { inOneStep, lockScope, withEach } from './series.ts';
import { wireEventOf } from './views.ts';

export type EventTrigger = 'start' | 'finish' | 'cancel' | 'takeDown';

export type MoveEvent = (sql: Sql, eventUuid: string, trigger: EventTrigger, reason?: CancelReason) => Promise<boolean>;

const codesFrom = (trigger: EventTrigger): number[] =>
  liveEventMachine.from(trigger).map((state) => eventStateCode[state]);

const cancelled = `UPDATE event SET state = 2, finished_at = app_now(), cancelled_at = app_now(), cancel_reason = $3,
  version = version + 1
    WHERE id = $1 AND state = ANY ($2) RETURNING id`;

/** The statement of each trigger; `$1` is the event, `$2` the states it may leave. */
const moves: Readonly<Record<EventTrigger, string>> = {
  // An event that no one started in time is a no-show (rule E10), even before the job cancels it.
  start: `UPDATE event SET state = 1, started_at = app_now(), version = version + 1
    WHERE id = $1 AND state = ANY ($2) AND app_now() < starts_at + $3 * interval '1 ms' RETURNING id`,
  finish: `UPDATE event SET state = 2, finished_at = app_now(), version = version + 1 WHERE id = $1 AND state = ANY ($2)
      RETURNING id`,
  cancel: cancelled,
  takeDown: cancelled,
};

/**
 * Moves the event by its machine, by compare-and-set, and records the fact in the same transaction. False when the
 * event was in no state that allows it, or for `start` when it is a no-show already.
 */
export async function moveEvent(
  sql: Sql,
  eventUuid: string,
  trigger: EventTrigger,
  reason: CancelReason = 'host',
): Promise<boolean> {
  const more = trigger === 'start' ? [noShowAfterMs] : trigger === 'finish' ? [] : [reason];
  const moved = await sql.one(moves[trigger], [eventUuid, codesFrom(trigger), ...more]);
  if (!moved) return false;
  if (trigger === 'start') await recordFact(sql, eventStarted(eventUuid));
  else if (trigger === 'finish') await recordFact(sql, eventFinished(eventUuid));
  else await recordFact(sql, eventCancelled(eventUuid, reason));
  return true;
}

interface RescheduleDeps extends Pick<Kit, 'db' | 'storage'> {
  touch(sql: Sql, eventUuid: string): Promise<void>;
}

/** When an event is moved to. */
interface NewStart {
  readonly date: Instant;
  readonly startHour: string;
}

/**
 * Moves the start, once and to a later time (rule E7), under the lock that sells seats; the fact tells every ticket
 * holder. Of a series, the dates after it may follow: by as many days, to the same hour. The same call again answers
 * the same.
 */
export async function rescheduleEvent(
  { db, storage, touch }: RescheduleDeps,
  host: Account,
  eventUuid: string,
  { scope, ...input }: NewStart & { readonly scope: SeriesScope | undefined },
): Promise<WireEvent> {
  return db.tx(async (tx) => {
    const events = await lockScope(tx, host, eventUuid, scope);
    let move: WallMove | undefined;
    const moved: string[] = [];
    await withEach(events, async (id) => {
      const event = await lockPublished(tx, id);
      if (!event) throw refuse('event_not_found');
      if (event.hostId !== host.id) throw refuse('forbidden');
      const from = event.originalStartsAt;
      const to = move ? movedBy(move, from, event.tz) : input.date;
      if (event.reschedules === 0 || event.startsAt !== to) {
        await moveStart(tx, event, { date: to ?? Number.NaN, startHour: input.startHour });
        await touch(tx, id);
        moved.push(id);
      }
      // A move that was judged: its date is one that has a day.
      move ??= moveBetween(from, input.date, input.startHour, event.tz);
    });
    await inOneStep(tx, moved, 'moved');
    const wire = await wireEventOf(tx, storage, eventUuid);
    if (!wire) throw new Error('a moved event cannot be read');
    return wire;
  });
}

async function moveStart(tx: Sql, event: EventRecord, { date, startHour }: NewStart): Promise<void> {
  const start = readStartTime(date, startHour, event.tz, event.now);
  const problem =
    rescheduleProblem({ ...event, state: liveEventStateOf(event.state) }, date) ??
    (typeof start === 'string' ? start : undefined);
  if (problem || typeof start === 'string')
    throw refuse(problem ?? 'date_invalid', { zone: event.tz }, { field: 'event_date' });
  // Time passed while we waited for the lock: the moment of the move counts.
  const moved = await tx
    .one<{ agrees: boolean }>(
      `UPDATE event SET starts_at = $2, local_start = $3, reschedules = 1, rescheduled_at = app_now()
       WHERE id = $1 AND starts_at - app_now() >= $4 * interval '1 ms'
       RETURNING (local_start AT TIME ZONE tz) = starts_at AS agrees`,
      [event.id, new Date(start.startsAt), start.localStart, rescheduleNoticeMs],
    )
    .catch((error: unknown) => {
      throw overMeeting(error);
    });
  if (!moved) throw refuse('reschedule_too_late');
  if (!moved.agrees) throw refuse('date_invalid', {}, { field: 'event_date' });
  await recordFact(tx, eventMoved(event.id, event.startsAt));
}

/**
 * The host cancels the event; its fact refunds every buyer (rule E8). Of a series, the dates after it may follow. A
 * second call answers the same.
 */
export async function cancelEvent(
  { db, storage, move }: Pick<Kit, 'db' | 'storage'> & { move: MoveEvent },
  host: Account,
  { eventUuid, scope }: { readonly eventUuid: string; readonly scope: SeriesScope | undefined },
): Promise<WireEvent> {
  return db.tx(async (tx) => {
    const cancelledNow: string[] = [];
    await withEach(await lockScope(tx, host, eventUuid, scope), async (id) => {
      const event = await lockPublished(tx, id);
      if (!event) throw refuse('event_not_found');
      if (event.hostId !== host.id) throw refuse('forbidden');
      if (event.cancelledAt !== undefined) return;
      if (!(await move(tx, id, 'cancel', 'host'))) throw refuse(event.state === 1 ? 'event_live' : 'event_over');
      cancelledNow.push(id);
    });
    await inOneStep(tx, cancelledNow, 'cancelled');
    const wire = await wireEventOf(tx, storage, eventUuid);
    if (!wire) throw new Error('a cancelled event cannot be read');
    return wire;
  });
}

/**
 * Takes an event out of lists and off sale until it is published again; tickets stay valid, and their holders may
 * return them until it goes live. The caller holds the event's lock. False when it was unpublished before, or is over.
 */
export async function unpublishEvent(
  sql: Sql,
  eventUuid: string,
  { reason, withHost }: { readonly reason: string; readonly withHost: boolean },
): Promise<boolean> {
  const changed = await sql.one<{ version: number }>(
    `UPDATE event SET unpublished_at = app_now(), unpublished_reason = $2, unpublished_with_host = $3,
       version = version + 1
     WHERE id = $1 AND state < 2 AND unpublished_at IS NULL RETURNING version`,
    [eventUuid, reason, withHost],
  );
  if (changed) await recordFact(sql, eventUnpublished(eventUuid, changed.version));
  return changed !== undefined;
}

/** Brings an event back into lists and on sale. False when it was published already. */
export async function republishEvent(sql: Sql, eventUuid: string): Promise<boolean> {
  const changed = await sql.one<{ version: number }>(
    `UPDATE event SET unpublished_at = NULL, unpublished_reason = NULL, unpublished_with_host = false,
       version = version + 1
     WHERE id = $1 AND unpublished_at IS NOT NULL RETURNING version`,
    [eventUuid],
  );
  if (changed) await recordFact(sql, eventRepublished(eventUuid, changed.version));
  return changed !== undefined;
}
