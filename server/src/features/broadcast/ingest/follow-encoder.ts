import { encoderAppearsMsMax } from '@frontrow/core/broadcast/limits.ts';
import type { IngestTrigger } from '@frontrow/core/broadcast/ingest-machine.ts';
import type { Participant } from '../../../ports/video.ts';
import { moveIngest } from '../../rooms/index.ts';
import { type BroadcastKit, ingestIdentity } from '../broadcast-kit.ts';
import { dropEncoder } from './drop-encoder.ts';
import { forgetRefusal } from './encoder-refusals.ts';
import { encoderToken, endSession, type IngestSession, openSession } from './ingest-sessions.ts';

/**
 * Brings sessions and the engine's list in line (rule B4): an encoder that sends is shown, one that is gone ends its
 * session, and one without an open session is disconnected. Called with each list of the room; safe to run twice.
 */
export async function followEncoder(
  kit: BroadcastKit,
  eventUuid: string,
  participants: readonly Participant[],
): Promise<void> {
  const listed = participants.find((one) => one.identity === ingestIdentity);
  const session = await openSession(kit.db, eventUuid);
  if (!listed && !session) return;
  // Its offer is being answered right now.
  if (session && session.connection === undefined && session.now - session.openedAt < encoderAppearsMsMax) return;
  if (listed && listed.connection !== session?.connection) await dropEncoder(kit, eventUuid, listed.connection);
  if (!session) return;
  if (listed?.connection === session.connection && listed !== undefined) await follow(kit, session, listed);
  else if (session.seen || session.now - session.openedAt >= encoderAppearsMsMax)
    await endAndTell(kit, session, 'drop');
}

async function follow(kit: BroadcastKit, session: IngestSession, listed: Participant): Promise<void> {
  const token = encoderToken(session.eventUuid);
  if (listed.grants !== token.grants) await kit.video.applyGrants(token.room, token.identity, token.grants);
  if (session.seen || listed.publishing.length === 0) return;
  await kit.rooms.change(session.eventUuid, async ({ tx, log }) => {
    const row = await tx.one<{ state: 0 | 1 | 2 }>(
      `UPDATE ingest_session s SET seen_at = app_now() FROM event e
       WHERE s.id = $1 AND s.ended_at IS NULL AND e.id = s.event_id RETURNING e.state`,
      [session.id],
    );
    if (!row || row.state === 2) return;
    // The listener of RTMP says itself when a picture arrives.
    if (session.via === 'whip') await forgetRefusal(tx, session.eventUuid);
    if (await moveIngest(tx, session.eventUuid, row.state === 1 ? 'appearLive' : 'appear'))
      await log('updateEvent', { change: 'ingest' });
  });
}

/** Ends a session for everybody: its row, the state that people see, and the engine's connection. */
export async function endAndTell(kit: BroadcastKit, session: IngestSession, why: IngestTrigger): Promise<void> {
  await kit.rooms.change(session.eventUuid, async ({ tx, log }) => {
    if (!(await endSession(tx, session.id))) return;
    if (await moveIngest(tx, session.eventUuid, why)) await log('updateEvent', { change: 'ingest' });
  });
  await dropEncoder(kit, session.eventUuid, session.connection);
}
