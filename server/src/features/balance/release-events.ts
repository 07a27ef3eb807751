import { releaseAfterMs } from '@frontrow/core/balance/limits.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import type { Kit } from '../../kit.ts';
import { onItsOwn } from '../../jobs/on-its-own.ts';
import type { Job } from '../../jobs/runner.ts';

const releasesAtOnceMax = 200;

/** Releases one event's money, where it is due; false where it is not, or was released before. */
export async function releaseEvent({ db }: Pick<Kit, 'db'>, eventUuid: string): Promise<boolean> {
  const row = await db.one<{ released: boolean }>('SELECT release_event($1, $2) AS released', [
    eventUuid,
    releaseAfterMs / seconds(1),
  ]);
  return row?.released ?? false;
}

/** Releases the money of every event whose time has come, the longest finished first. */
export async function releaseEvents(
  kit: Pick<Kit, 'db' | 'log'>,
  stopping: () => boolean = () => false,
): Promise<void> {
  const due = await kit.db.query<{ id: string }>(
    `SELECT id FROM event
     WHERE released_at IS NULL AND cancelled_at IS NULL AND finished_at IS NOT NULL
       AND finished_at <= app_now() - $1 * interval '1 ms'
     ORDER BY finished_at LIMIT $2`,
    [releaseAfterMs, releasesAtOnceMax],
  );
  for (const { id } of due) {
    if (stopping()) return;
    await onItsOwn(kit.log, { event: id }, () => releaseEvent(kit, id));
  }
}

export const releaseJob = (kit: Pick<Kit, 'db' | 'log'>): Job => ({
  name: 'release-events',
  everyMs: minutes(1),
  run: (stopping) => releaseEvents(kit, stopping),
});
