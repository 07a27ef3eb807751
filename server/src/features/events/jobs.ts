import { noShowAfterMs } from '@frontrow/core/events/limits.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { dropStaleUploads } from '../../http/files/receive-file.ts';
import { isolateErrors, type Job } from '../../jobs/runner.ts';
import type { Kit } from '../../kit.ts';
import { type EventPages, refreshEveryMs } from './event-pages.ts';
import type { MoveEvent } from './event-states.ts';
import { lockEvent } from './records.ts';

const cancelledPerRunMax = 100;

/** Recurring work on events. */
export function eventsJobs(
  { db, clock, config, log }: Pick<Kit, 'db' | 'clock' | 'config' | 'log'>,
  move: MoveEvent,
  pages: EventPages,
): Job[] {
  return [
    { name: 'event_pages', everyMs: refreshEveryMs, run: () => pages.refresh() },
    {
      name: 'stale_uploads',
      everyMs: minutes(10),
      run: () => dropStaleUploads(config.home, clock.now()),
    },
    {
      name: 'no_show',
      everyMs: seconds(15),
      /** Cancels no-shows, which refunds everyone (rule E10). A missed private meeting is judged at its end. */
      async run() {
        const due = await db.query<{ id: string }>(
          `SELECT id FROM event WHERE state = 0 AND private_for IS NULL
              AND starts_at <= app_now() - $1 * interval '1 ms' ORDER BY starts_at LIMIT $2`,
          [noShowAfterMs, cancelledPerRunMax],
        );
        for (const { id } of due) {
          await isolateErrors(log, { event: id }, () =>
            db.tx(async (tx) => {
              const event = await lockEvent(tx, id);
              if (event?.state === 0 && event.now >= event.startsAt + noShowAfterMs)
                await move(tx, id, 'cancel', 'no_show');
            }),
          );
        }
      },
    },
  ];
}
