import { type EventStateCode, liveEventStateOf } from '@frontrow/core/events/live-event-machine.ts';
import { reminderLeadMs, reminderNow } from '@frontrow/core/ticketing/reminders.ts';
import type { Sql } from '../../../db/db.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import { remindersDue } from './reminders-due.ts';

interface Row {
  id: string;
  state: EventStateCode;
  starts_at: Date;
  now: Date;
}

const eventsPerRunMax = 500;

/**
 * Records once for each event and start that the reminder before it is due. The fact's key makes it safe in several
 * processes and after a crash; what is recorded already is left out, so that a run costs one read.
 */
export async function findDueReminders(sql: Sql): Promise<void> {
  const rows = await sql.query<Row>(
    `SELECT e.id, e.state, e.starts_at, app_now() AS now
     FROM event e
     WHERE e.state = 0 AND e.private_for IS NULL AND e.starts_at > app_now() AND e.starts_at <= app_now() + $1 * interval '1 ms' AND e.sold > 0
       AND NOT EXISTS (
         SELECT 1 FROM outbox f WHERE f.dedupe_key = 'reminders:'
           || CASE WHEN e.starts_at <= app_now() + $2 * interval '1 ms' THEN 'hour' ELSE 'day' END
           || ':' || e.id || ':' || floor(extract(epoch FROM e.starts_at) * 1000)::bigint || ':')
     ORDER BY e.starts_at LIMIT $3`,
    [reminderLeadMs.day, reminderLeadMs.hour, eventsPerRunMax],
  );
  for (const row of rows) {
    const event = {
      state: liveEventStateOf(row.state),
      cancelled: false,
      startsAt: row.starts_at.getTime(),
      startedAt: undefined,
    };
    const due = reminderNow(event, row.now.getTime());
    if (due) await recordFact(sql, remindersDue({ eventUuid: row.id, ...due, after: '' }));
  }
}
