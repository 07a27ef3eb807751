import { admitEncoder, decidePlace } from '@frontrow/core/broadcast/ingest-rules.ts';
import { enginePlaces, videoRetryMs } from '@frontrow/core/rooms/limits.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import type { TakenEncoder } from '../../../ports/video.ts';
import type { EventRecord } from '../../events/index.ts';
import { moveIngest } from '../../rooms/index.ts';
import { type BroadcastKit, ingestIdentity } from '../broadcast-kit.ts';
import { eventOfKey } from '../stream-keys.ts';
import { dropEncoder } from './drop-encoder.ts';
import { keepRefusal } from './encoder-refusals.ts';
import { credentialsHash } from './late-candidates.ts';
import { encoderToken, endSession, type IngestSession, openSession } from './ingest-sessions.ts';
import { type ReadOffer, readOffer } from './sdp/read-offer.ts';

export interface EncoderKnock {
  readonly key: string;
  readonly offer: string;
  /** `rtmp`: our own listener carries it. */
  readonly via: 'whip' | 'rtmp';
  /** The session that the listener repeats after the engine lost it. */
  readonly replaces: string | undefined;
}

export interface AdmittedEncoder extends TakenEncoder {
  readonly sessionId: string;
}

/** What says yes to an encoder: its event, and whose place it takes. */
interface Admission {
  readonly event: EventRecord;
  readonly version: number;
  /** Of an encoder that is gone. */
  readonly replaced: IngestSession | undefined;
}

/**
 * Whether an encoder may come in with its stream key: from the start window to the finish, one at a time (rule B3).
 * Throws `stream_key_wrong`, `ingest_too_early`, `ingest_over`, `ingest_busy`, `video_preparing`.
 */
export async function admission(
  kit: BroadcastKit,
  { key, replaces }: Pick<EncoderKnock, 'key' | 'replaces'>,
): Promise<Admission> {
  const { eventUuid, version } = (await eventOfKey(kit, key)) ?? {};
  const event = eventUuid === undefined ? undefined : await kit.events.find(kit.db, eventUuid);
  if (!event || version === undefined) throw refuse('stream_key_wrong');
  await requireItsTime(kit, event);
  const engine = kit.video.state();
  if (engine !== 'ready')
    throw refuse(engine === 'preparing' ? 'video_preparing' : 'video_down', {}, { retryAfter: videoRetryMs / 1000 });
  const held = await heldPlace(kit, event.id);
  const placed = decidePlace(held?.place, replaces, event.now);
  return { event, version, replaced: placed === 'replace' ? held?.session : undefined };
}

/** The host reads why, until a picture arrives: many encoders show their users nothing of it. */
async function requireItsTime({ db }: Pick<BroadcastKit, 'db'>, event: EventRecord): Promise<void> {
  const { kind, state, startsAt } = event;
  try {
    admitEncoder({ isBroadcast: kind === 1, state, startsAt, takenDown: isTakenDown(event) }, event.now);
  } catch (error) {
    if (error instanceof Refusal && state !== 2) await keepRefusal(db, event.id, error.message);
    throw error;
  }
}

/** Lets an encoder in. Throws what `admission` throws, and `ingest_offer_bad`. */
export async function letEncoderIn(kit: BroadcastKit, knock: EncoderKnock): Promise<AdmittedEncoder> {
  const { event, version, replaced } = await admission(kit, knock);
  const offer = readOffer(knock.offer);
  const sessionId = kit.ids.secret();
  await kit.rooms.open(event.id);
  await takePlace(kit, { event, version, sessionId, via: knock.via, replaced });
  await dropEncoder(kit, event.id, replaced?.connection);
  return { ...(await connect(kit, event, sessionId, offer)), sessionId };
}

/** Who holds the place, and what is known of them. The engine is asked before any lock is taken. */
async function heldPlace({ db, video }: BroadcastKit, eventUuid: string) {
  const session = await openSession(db, eventUuid);
  if (!session) return undefined;
  const atEngine = await video.participants(eventUuid).then(
    // One that was never listed may just be connecting.
    (all) => !session.seen || all.some((one) => one.identity === ingestIdentity),
    () => 'unknown' as const,
  );
  const { id, listenerSilent, silentSince } = session;
  return { session, place: { id, atEngine, listenerSilent, silentSince } };
}

interface Place {
  readonly event: EventRecord;
  readonly version: number;
  readonly sessionId: string;
  readonly via: 'whip' | 'rtmp';
  readonly replaced: IngestSession | undefined;
}

/** Takes the event's one place under the room's lock. Of two who want it together, the second one is refused. */
async function takePlace(kit: BroadcastKit, { event, version, sessionId, via, replaced }: Place): Promise<void> {
  await kit.rooms.change(event.id, async ({ tx, room, log }) => {
    if (room.closed) throw refuse('ingest_over');
    const key = await tx.one('SELECT 1 FROM stream_key WHERE event_id = $1 AND version = $2 FOR SHARE', [
      event.id,
      version,
    ]);
    if (!key) throw refuse('stream_key_wrong');
    if (replaced && (await endSession(tx, replaced.id)) && (await moveIngest(tx, event.id, 'drop')))
      await log('updateEvent', { change: 'ingest' });
    const taken = await tx.one(
      `INSERT INTO ingest_session (id, event_id, key_version, via) VALUES ($1, $2, $3, $4)
       ON CONFLICT (event_id) WHERE ended_at IS NULL DO NOTHING RETURNING id`,
      [sessionId, event.id, version, via],
    );
    if (!taken) throw refuse('ingest_busy');
  });
}

async function connect(
  kit: BroadcastKit,
  event: EventRecord,
  sessionId: string,
  { sdp, ice }: ReadOffer,
): Promise<TakenEncoder> {
  try {
    await kit.video.openRoom(event.id, enginePlaces[event.kind]);
    const taken = await kit.video.takeEncoder(encoderToken(event.id), sdp);
    const kept = await kit.db.one(
      `UPDATE ingest_session SET resource = $2, ice_tag = $3, ice_mid = $4, ice_hash = $5
       WHERE id = $1 AND ended_at IS NULL RETURNING id`,
      [sessionId, taken.connection, taken.iceTag ?? null, ice.mid, credentialsHash(ice)],
    );
    if (!kept) {
      // The key was changed, or the event finished, while the engine answered.
      await dropEncoder(kit, event.id, taken.connection);
      throw refuse('ingest_gone');
    }
    kit.rooms.compareSoon();
    return taken;
  } catch (error) {
    await endSession(kit.db, sessionId);
    throw error;
  }
}
