import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { rescheduleNoticeMs } from '@frontrow/core/events/limits.ts';
import { liveEventStateOf } from '@frontrow/core/events/live-event-machine.ts';
import { rescheduleProblem } from '@frontrow/core/events/reschedule.ts';
import { readStartTime } from '@frontrow/core/events/start-time.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import { eventMoved } from './facts.ts';
import { overMeeting } from './over-meeting.ts';
import { lockPublished } from './store.ts';
import { wireEventOf } from './views.ts';

export interface RescheduleUses extends Pick<Kit, 'db' | 'storage'> {
  touch(sql: Sql, eventUuid: string): Promise<void>;
}

/**
 * Moves the start, once and to a later time (rule E7), under the lock that sells seats; the fact tells every ticket
 * holder. The same call again answers the same.
 */
export async function rescheduleEvent(
  { db, storage, touch }: RescheduleUses,
  host: Account,
  eventUuid: string,
  wish: { readonly date: Instant; readonly startHour: string },
): Promise<WireEvent> {
  return db.tx(async (tx) => {
    const event = await lockPublished(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    if (event.hostId !== host.id) throw refuse('forbidden');
    if (event.reschedules === 0 || event.startsAt !== wish.date) {
      const start = readStartTime(wish.date, wish.startHour, event.tz, event.now);
      const problem =
        rescheduleProblem({ ...event, state: liveEventStateOf(event.state) }, wish.date) ??
        (typeof start === 'string' ? start : undefined);
      if (problem || typeof start === 'string')
        throw refuse(problem ?? 'date_invalid', { zone: event.tz }, { field: 'event_date' });
      // Time passed while we waited for the lock: the moment of the move counts.
      const moved = await tx
        .one<{ agrees: boolean }>(
          `UPDATE event SET starts_at = $2, local_start = $3, reschedules = 1, rescheduled_at = app_now()
         WHERE id = $1 AND starts_at - app_now() >= $4 * interval '1 ms'
         RETURNING (local_start AT TIME ZONE tz) = starts_at AS agrees`,
          [eventUuid, new Date(start.startsAt), start.localStart, rescheduleNoticeMs],
        )
        .catch((error: unknown) => {
          throw overMeeting(error);
        });
      if (!moved) throw refuse('reschedule_too_late');
      if (!moved.agrees) throw refuse('date_invalid', {}, { field: 'event_date' });
      await recordFact(tx, eventMoved(eventUuid, event.startsAt));
      await touch(tx, eventUuid);
    }
    const wire = await wireEventOf(tx, storage, eventUuid);
    if (!wire) throw new Error('a moved event cannot be read');
    return wire;
  });
}
