import type { CancelReason } from '@frontrow/core/events/live-event.ts';
import { noShowAfterMs } from '@frontrow/core/events/limits.ts';
import { eventStateCode, liveEventMachine } from '@frontrow/core/events/live-event-machine.ts';
import type { Sql } from '../../db/db.ts';
import { recordFact } from '../../facts/record-fact.ts';
import { eventCancelled, eventFinished, eventStarted } from './facts.ts';

export type EventTrigger = 'start' | 'finish' | 'cancel' | 'takeDown';

export type MoveEvent = (sql: Sql, eventUuid: string, trigger: EventTrigger, reason?: CancelReason) => Promise<boolean>;

const codesFrom = (trigger: EventTrigger): number[] =>
  liveEventMachine.from(trigger).map((state) => eventStateCode[state]);

const cancelled = `UPDATE event SET state = 2, finished_at = app_now(), cancelled_at = app_now(), cancel_reason = $3,
  version = version + 1
    WHERE id = $1 AND state = ANY ($2) RETURNING id`;

/** The statement of each trigger; `$1` is the event, `$2` the states it may leave. */
const moves: Readonly<Record<EventTrigger, string>> = {
  // An event that nobody started in time is a no-show (rule E10), even before the job cancels it.
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
