import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { BroadcastKit } from './broadcast-kit.ts';
import { ownBroadcast } from './own-broadcast.ts';
import { replaceStreamKey } from './stream-keys.ts';

/** A new stream key for the event. The old one opens nothing from the commit on. Audited. */
export async function rotateKey(kit: BroadcastKit, actor: Account, eventUuid: string): Promise<void> {
  const event = await ownBroadcast(kit, actor, eventUuid);
  await kit.db.tx(async (tx) => {
    await replaceStreamKey(kit, tx, eventUuid);
    await kit.accounts.recordAudit(tx, {
      actorId: actor.id,
      action: 'stream_key_rotated',
      subjectId: actor.id,
      details: { event: event.title, event_uuid: eventUuid },
    });
  });
}
