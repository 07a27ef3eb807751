import { seconds } from '@frontrow/core/kernel/instant.ts';
import { hostMissingMs } from '@frontrow/core/meetings/limits.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';
import type { Job } from '../../../jobs/runner.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { type CloseKit, closeMeeting } from './close-meeting.ts';

const closedPerRunMax = 100;

/** Ends confirmed meetings whose host has not come half an hour after the start, and what a lost fact left open. */
export const closeMissed = (kit: CloseKit & Pick<MeetingsKit, 'log'>): Job => ({
  name: 'close_missed_meetings',
  everyMs: seconds(15),
  async run(stopping) {
    const due = await kit.db.query<{ id: string }>(
      `SELECT r.id FROM private_request r JOIN event e ON e.id = r.id
       WHERE r.status = 'confirmed' AND r.starts_at <= app_now() AND (e.state = 2
         OR (r.starts_at <= app_now() - $1 * interval '1 ms' AND NOT EXISTS (
           SELECT 1 FROM room_member m WHERE m.event_id = r.id AND m.user_id = r.host_id AND m.met_at IS NOT NULL)))
       ORDER BY r.starts_at LIMIT $2`,
      [hostMissingMs, closedPerRunMax],
    );
    for (const { id } of due) {
      if (stopping()) return;
      await onItsOwn(kit.log, { request: id }, () => closeMeeting(kit, id));
    }
  },
});
