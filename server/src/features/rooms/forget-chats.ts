import { chatForgottenMs } from '@frontrow/core/chat/limits.ts';
import { hours } from '@frontrow/core/kernel/instant.ts';
import type { Job } from '../../jobs/runner.ts';
import type { Kit } from '../../kit.ts';

const eventsMax = 500;

/** What people wrote goes ninety days after the event. That somebody wrote stays in the room's log, which never has a gap. */
export const forgetChats = ({ db }: Pick<Kit, 'db'>): Job => ({
  name: 'forget what was written long ago',
  everyMs: hours(1),
  async run() {
    await db.query(
      `DELETE FROM chat_message WHERE event_id IN (
         SELECT e.id FROM event e WHERE e.finished_at < app_now() - $1 * interval '1 ms'
           AND EXISTS (SELECT 1 FROM chat_message c WHERE c.event_id = e.id) LIMIT ${eventsMax})`,
      [chatForgottenMs],
    );
  },
});
