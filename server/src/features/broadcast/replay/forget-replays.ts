import { hours } from '@frontrow/core/kernel/instant.ts';
import { roomForgottenMs } from '@frontrow/core/rooms/limits.ts';
import type { Job } from '../../../jobs/runner.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';
import { deleteFiles, dropParts } from './remove-replay.ts';

const eventsMax = 100;

/** Deletes replays ninety days after the end, as the chat that is shown beside them. */
export const forgetReplays = (kit: Pick<BroadcastKit, 'db' | 'storage' | 'log'>): Job => ({
  name: 'forget replays of long ago',
  everyMs: hours(1),
  async run(stopping) {
    const old = await kit.db.query<{ event_id: string }>(
      `SELECT DISTINCT p.event_id FROM recording_part p JOIN room r ON r.event_id = p.event_id
       WHERE r.closed_at < app_now() - $1 * interval '1 ms' LIMIT ${eventsMax}`,
      [roomForgottenMs],
    );
    for (const { event_id: eventUuid } of old) {
      if (stopping()) return;
      await deleteFiles(kit, await kit.db.tx((tx) => dropParts(tx, eventUuid)));
    }
  },
});
