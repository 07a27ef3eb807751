import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { MeetingState } from '@frontrow/core/meetings/meeting-machine.ts';
import { meetingReminderNow, meetingRemindersFromMs } from '@frontrow/core/meetings/meeting-reminders.ts';
import type { Db } from '../../../db/db.ts';
import { type Fact, recordFact } from '../../../facts/record-fact.ts';
import type { Job } from '../../../jobs/runner.ts';

const remindedPerRunMax = 500;

interface Row {
  id: string;
  status: MeetingState;
  starts_at: Date;
  since: Date;
  now: Date;
}

/** Records once for each meeting and kind that its two are to be reminded; the fact's key makes it safe to repeat. */
export const findDueReminders = (db: Db): Job => ({
  name: 'meeting_reminders',
  everyMs: seconds(30),
  async run() {
    const rows = await db.query<Row>(
      `SELECT r.id, r.status, r.starts_at, s.since, app_now() AS now
       FROM private_request r CROSS JOIN LATERAL (
         SELECT min(at) AS since FROM private_request_step WHERE request_id = r.id AND status = r.status) s
       WHERE r.status IN ('accepted', 'confirmed') AND r.starts_at > app_now()
         AND r.starts_at <= app_now() + $1 * interval '1 ms'
       ORDER BY r.starts_at LIMIT $2`,
      [meetingRemindersFromMs, remindedPerRunMax],
    );
    const due = rows.flatMap((row) => {
      const meeting = { state: row.status, startsAt: row.starts_at.getTime(), since: row.since.getTime() };
      const kind = meetingReminderNow(meeting, row.now.getTime());
      return kind ? [meetingReminded(row.id, kind)] : [];
    });
    const told = await db.query<{ dedupe_key: string }>('SELECT dedupe_key FROM outbox WHERE dedupe_key = ANY ($1)', [
      due.map((fact) => fact.dedupeKey),
    ]);
    const known = new Set(told.map((row) => row.dedupe_key));
    for (const fact of due) if (!known.has(fact.dedupeKey)) await recordFact(db, fact);
  },
});

const meetingReminded = (requestId: string, kind: NonNullable<ReturnType<typeof meetingReminderNow>>): Fact => ({
  topic: 'MeetingReminded',
  dedupeKey: `meeting-reminder:${requestId}:${kind}`,
  payload: { requestId, kind },
});
