import { reconcileEveryMs } from '@frontrow/core/rooms/limits.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';
import type { Job } from '../../../jobs/runner.ts';
import { finishEvent } from '../ending/finish-streaming.ts';
import type { RoomKit } from '../room-kit.ts';
import { noteMet } from './note-met.ts';

const endedPerRunMax = 100;

/**
 * Meetings end by their time, with what the host added. One that nobody came to is cancelled as a no-show, which gives
 * the money back; one that is not paid is not ended here but expires.
 */
export const endMeetings = (kit: RoomKit): Job => ({
  name: 'private_meetings_end',
  everyMs: reconcileEveryMs,
  async run(stopping) {
    await noteMet(kit.db);
    const due = await kit.db.query<{ id: string }>(
      `SELECT id FROM event
       WHERE private_for IS NOT NULL AND state < 2 AND (state = 1 OR sold > 0) AND ends_at <= app_now()
       ORDER BY ends_at LIMIT ${endedPerRunMax}`,
    );
    for (const { id } of due) {
      if (stopping()) return;
      await onItsOwn(kit.log, { event: id }, () => endMeeting(kit, id));
    }
  },
});

const endMeeting = (kit: RoomKit, eventUuid: string): Promise<void> =>
  finishEvent(kit, eventUuid, undefined, async (event, tx) => {
    // The host may have added time meanwhile.
    if (!event.meeting || event.now < event.meeting.endsAt) return false;
    if (event.state === 0) return kit.events.move(tx, eventUuid, 'cancel', 'no_show');
    await noteMet(tx, eventUuid);
    return true;
  });
