import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { Tx } from '../../db/db.ts';
import { moveIngest } from '../rooms/index.ts';
import type { BroadcastKit } from './broadcast-kit.ts';
import { dropEncoder } from './ingest/drop-encoder.ts';
import { forgetRefusal } from './ingest/encoder-refusals.ts';
import { endOpenSession } from './ingest/ingest-sessions.ts';
import { ownBroadcast } from './own-broadcast.ts';
import { replaceStreamKey } from './stream-keys.ts';

/** A new stream key for the event. The old one opens nothing from the commit on, and its encoder is cut. Audited. */
export async function rotateKey(kit: BroadcastKit, actor: Account, eventUuid: string): Promise<void> {
  const event = await ownBroadcast(kit, actor, eventUuid);
  const replace = async (tx: Tx) => {
    await replaceStreamKey(kit, tx, eventUuid);
    await forgetRefusal(tx, eventUuid);
    await kit.accounts.recordAudit(tx, {
      actorId: actor.id,
      action: 'stream_key_rotated',
      subjectId: actor.id,
      details: { event: event.title, event_uuid: eventUuid },
    });
    // After the key's row is locked: an encoder that is being let in holds it, so its session is seen here.
    return endOpenSession(tx, eventUuid);
  };
  const cut = (await kit.rooms.isOpened(eventUuid))
    ? await kit.rooms.change(eventUuid, async ({ tx, log }) => {
        const session = await replace(tx);
        if (session && (await moveIngest(tx, eventUuid, 'stop'))) await log('updateEvent', { change: 'ingest' });
        return session;
      })
    : await kit.db.tx(replace);
  await dropEncoder(kit, eventUuid, cut?.connection);
}
