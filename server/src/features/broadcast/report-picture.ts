import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { BroadcastKit } from './broadcast-kit.ts';
import { ownBroadcast } from './own-broadcast.ts';

/**
 * The host's browser says whether the encoder's picture arrives. Where it does not, another encoder may take the
 * place: the engine notices a silent one only after a while.
 */
export async function reportPicture(
  kit: BroadcastKit,
  actor: Account,
  eventUuid: string,
  receiving: boolean,
): Promise<void> {
  await ownBroadcast(kit, actor, eventUuid);
  await kit.db.query(
    `UPDATE ingest_session SET silent_at = CASE WHEN NOT $2 THEN app_now() END
     WHERE event_id = $1 AND ended_at IS NULL`,
    [eventUuid, receiving],
  );
}
