import { requireRecordable } from '@frontrow/core/broadcast/recording-rules.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';
import { ownBroadcast } from '../own-broadcast.ts';
import { recordedFeed } from './recorded-feed.ts';

/** The host switches recording on or off. Everybody in the room is told. Throws `recording_unavailable`. */
export async function setRecording(
  kit: BroadcastKit,
  actor: Account,
  eventUuid: string,
  enabled: boolean,
): Promise<void> {
  await ownBroadcast(kit, actor, eventUuid);
  await kit.rooms.change(eventUuid, async ({ tx, log }) => {
    requireRecordable(await recordedFeed(kit, tx, eventUuid), enabled);
    const changed = await tx.one(
      `UPDATE room SET recording = $2, recording_problem = NULL
       WHERE event_id = $1 AND (recording <> $2 OR recording_problem IS NOT NULL) RETURNING event_id`,
      [eventUuid, enabled],
    );
    if (changed) await log('updateEvent', { change: 'recording', enabled }, actor.id);
  });
}
