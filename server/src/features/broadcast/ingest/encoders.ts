import { setTimeout } from 'node:timers/promises';
import { wireStreamHealth } from '@frontrow/contract/broadcast/api.ts';
import type { IngestTrigger } from '@frontrow/core/broadcast/ingest-machine.ts';
import { admitEncoder, decidePlace } from '@frontrow/core/broadcast/ingest-rules.ts';
import { encoderAppearsMsMax } from '@frontrow/core/broadcast/limits.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { enginePlaces, videoRetryMs } from '@frontrow/core/rooms/limits.ts';
import { isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import { z } from 'zod';
import type { Sql } from '../../../db/db.ts';
import type { Participant, TakenEncoder } from '../../../ports/video.ts';
import type { EventRecord } from '../../events/index.ts';
import {
  listenerRecordsNow,
  moveIngest,
  openVp8Room,
  segmentsNow,
  vp8NeededNow,
  vp8RoomOf,
} from '../../rooms/index.ts';
import { type BroadcastDeps, ingestIdentity } from '../broadcast-deps.ts';
import { keepReports, reportedRestreams, restreamOrders } from '../restream/restreams.ts';
import { eventOfKey } from '../stream-keys.ts';
import {
  credentialsHash,
  encoderToken,
  endSession,
  findSession,
  clearRefusal,
  type IngestSession,
  keepRefusal,
  openSession,
} from './ingest-sessions.ts';
import { readOffer, type ReadOffer } from './sdp/read-offer.ts';

const unlistedMsMax = 2000;
const unlistedPollMs = 50;

interface EncoderRequest {
  readonly key: string;
  readonly offer: string;
  /** `rtmp`: our own listener carries it. */
  readonly via: 'whip' | 'rtmp';
  /** The session that the listener repeats after the engine lost it. */
  readonly replaces: string | undefined;
}

interface AdmittedEncoder extends TakenEncoder {
  readonly sessionId: string;
}

/** The event that an encoder was admitted to, and whose place it takes. */
interface Admission {
  readonly event: EventRecord;
  readonly version: number;
  /** The session of an encoder that is gone. */
  readonly replaced: IngestSession | undefined;
}

/**
 * Whether an encoder may come in with its stream key: from the start window to the finish, one at a time (rule B3).
 * Throws `stream_key_wrong`, `ingest_too_early`, `ingest_over`, `ingest_busy`, `video_preparing`.
 */
export async function authorizeEncoder(
  deps: BroadcastDeps,
  { key, replaces }: Pick<EncoderRequest, 'key' | 'replaces'>,
): Promise<Admission> {
  const { eventUuid, version } = (await eventOfKey(deps, key)) ?? {};
  const event = eventUuid === undefined ? undefined : await deps.events.find(deps.db, eventUuid);
  if (!event || version === undefined) throw refuse('stream_key_wrong');
  await requireItsTime(deps, event);
  const engine = deps.video.state();
  if (engine !== 'ready')
    throw refuse(engine === 'preparing' ? 'video_preparing' : 'video_down', {}, { retryAfter: videoRetryMs / 1000 });
  const held = await heldPlace(deps, event.id);
  const placed = decidePlace(held?.place, replaces, event.now);
  return { event, version, replaced: placed === 'replace' ? held?.session : undefined };
}

/** The host reads why, until a picture arrives: many encoders show their users nothing of it. */
async function requireItsTime({ db }: Pick<BroadcastDeps, 'db'>, event: EventRecord): Promise<void> {
  const { kind, state, startsAt } = event;
  try {
    admitEncoder({ isBroadcast: kind === 1, state, startsAt, takenDown: isTakenDown(event) }, event.now);
  } catch (error) {
    if (error instanceof Refusal && state !== 2) await keepRefusal(db, event.id, error.message);
    throw error;
  }
}

/** Lets an encoder in. Throws what `authorizeEncoder` throws, and `ingest_offer_bad`. */
export async function connectEncoder(deps: BroadcastDeps, request: EncoderRequest): Promise<AdmittedEncoder> {
  const { event, version, replaced } = await authorizeEncoder(deps, request);
  const offer = readOffer(request.offer);
  const sessionId = deps.ids.secret();
  await deps.rooms.open(event.id);
  await takePlace(deps, { event, version, sessionId, via: request.via, replaced });
  await dropEncoder(deps, event.id, replaced?.connection);
  await untilUnlisted(deps, event.id);
  return { ...(await connect(deps, event, sessionId, offer)), sessionId };
}

/** Who holds the place, and what is known of them. The engine is asked before any lock is taken. */
async function heldPlace({ db, video }: BroadcastDeps, eventUuid: string) {
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
async function takePlace(deps: BroadcastDeps, { event, version, sessionId, via, replaced }: Place): Promise<void> {
  await deps.rooms.change(event.id, async ({ tx, room, log }) => {
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
  deps: BroadcastDeps,
  event: EventRecord,
  sessionId: string,
  { sdp, ice }: ReadOffer,
): Promise<TakenEncoder> {
  try {
    await deps.video.openRoom(event.id, enginePlaces[event.kind]);
    const taken = await deps.video.takeEncoder(encoderToken(event.id), sdp);
    const kept = await deps.db.one(
      `UPDATE ingest_session SET resource = $2, ice_tag = $3, ice_mid = $4, ice_hash = $5
       WHERE id = $1 AND ended_at IS NULL RETURNING id`,
      [sessionId, taken.connection, taken.iceTag ?? null, ice.mid, credentialsHash(ice)],
    );
    if (!kept) {
      // The key was changed, or the event finished, while the engine answered.
      await dropEncoder(deps, event.id, taken.connection);
      throw refuse('ingest_gone');
    }
    deps.rooms.compareSoon();
    return taken;
  } catch (error) {
    await endSession(deps.db, sessionId);
    throw error;
  }
}

/** Disconnects an encoder whose session ended. Where the engine does not answer, `followEncoder` repeats it. */
export async function dropEncoder(
  { video, log }: Pick<BroadcastDeps, 'video' | 'log'>,
  eventUuid: string,
  connection: string | undefined,
): Promise<void> {
  if (connection === undefined) return;
  await video
    .dropEncoder(encoderToken(eventUuid), connection)
    .catch((error: unknown) => log.warn({ error: String(error) }, 'encoder will be dropped by the reconciler'));
}

/**
 * Waits until the engine no longer lists an encoder. Its list is kept by identity: when LiveKit 1.13.5 closes an old
 * connection late, it deletes the entry of the new one (`DeleteParticipant` in `roommanager.go`), and a new encoder
 * that is not listed would be cut. An engine that does not answer, or lists it for longer, delays nobody.
 */
async function untilUnlisted({ video }: Pick<BroadcastDeps, 'video'>, eventUuid: string): Promise<void> {
  const isListed = (): Promise<boolean> =>
    video.participants(eventUuid).then(
      (all) => all.some((one) => one.identity === ingestIdentity),
      () => false,
    );
  for (let waitedMs = 0; waitedMs < unlistedMsMax && (await isListed()); waitedMs += unlistedPollMs)
    await setTimeout(unlistedPollMs);
}

/**
 * Brings sessions and the engine's list in line (rule B4): an encoder that sends is shown, one that is gone ends its
 * session, and one without an open session is disconnected. Called with each list of the room; safe to run twice.
 */
export async function followEncoder(
  deps: BroadcastDeps,
  eventUuid: string,
  participants: readonly Participant[],
): Promise<void> {
  const listed = participants.find((one) => one.identity === ingestIdentity);
  const session = await openSession(deps.db, eventUuid);
  if (!listed && !session) return;
  // Its offer is being answered right now.
  if (session && session.connection === undefined && session.now - session.openedAt < encoderAppearsMsMax) return;
  if (listed && listed.connection !== session?.connection) await dropEncoder(deps, eventUuid, listed.connection);
  if (!session) return;
  if (listed?.connection === session.connection && listed !== undefined) await follow(deps, session, listed);
  else if (session.seen || session.now - session.openedAt >= encoderAppearsMsMax)
    await endAndReport(deps, session, 'drop');
}

async function follow(deps: BroadcastDeps, session: IngestSession, listed: Participant): Promise<void> {
  const token = encoderToken(session.eventUuid);
  if (listed.grants !== token.grants) await deps.video.applyGrants(token.room, token.identity, token.grants);
  if (session.seen || listed.publishing.length === 0) return;
  await deps.rooms.change(session.eventUuid, async ({ tx, log }) => {
    const row = await tx.one<{ state: 0 | 1 | 2 }>(
      `UPDATE ingest_session s SET seen_at = app_now() FROM event e
       WHERE s.id = $1 AND s.ended_at IS NULL AND e.id = s.event_id RETURNING e.state`,
      [session.id],
    );
    if (!row || row.state === 2) return;
    // Of RTMP the listener reports when a picture arrives.
    if (session.via === 'whip') await clearRefusal(tx, session.eventUuid);
    if (await moveIngest(tx, session.eventUuid, row.state === 1 ? 'appearLive' : 'appear'))
      await log('updateEvent', { change: 'ingest' });
  });
}

/** Ends a session for everyone: its row, the state that people see, and the engine's connection. */
async function endAndReport(deps: BroadcastDeps, session: IngestSession, why: IngestTrigger): Promise<void> {
  await deps.rooms.change(session.eventUuid, async ({ tx, log }) => {
    if (!(await endSession(tx, session.id))) return;
    if (await moveIngest(tx, session.eventUuid, why)) await log('updateEvent', { change: 'ingest' });
  });
  await dropEncoder(deps, session.eventUuid, session.connection);
}

/** What the listener is to do with the stream, apart from carrying it. */
interface ListenerOrders {
  recording: boolean;
  replay: boolean;
  vp8: boolean;
  restreams: Awaited<ReturnType<typeof restreamOrders>>;
}

/** `refused`: the listener does not carry what comes, and the encoder has to go. */
const reported = wireStreamHealth
  .omit({ via: true, at: true })
  .extend({ refused: z.boolean().optional(), restreams: reportedRestreams.optional() });

/**
 * Our listener's report, once a second: it keeps the session alive and is shown to the host. Throws `ingest_gone` when
 * the encoder is to be cut.
 */
export async function reportHealth(
  deps: Pick<BroadcastDeps, 'db' | 'config' | 'ids'>,
  sessionId: string,
  body: unknown,
): Promise<ListenerOrders> {
  const { db } = deps;
  const parsed = reported.safeParse(body);
  if (!parsed.success) throw refuse('bad_input', { detail: parsed.error.issues[0]?.message ?? 'not a report' });
  const session = await sessionOrRefuse(db, sessionId);
  if (session.ended) throw refuse('ingest_gone');
  const { refused, restreams = [], ...health } = parsed.data;
  await keepReports(db, session, restreams);
  if (refused === true && health.problem !== undefined) await keepRefusal(db, session.eventUuid, health.problem);
  else if (health.codec !== null) await clearRefusal(db, session.eventUuid);
  await db.query(
    `UPDATE ingest_session SET reported_at = app_now(), health = $2::jsonb || jsonb_build_object(
       'via', via, 'at', floor(extract(epoch FROM app_now()) * 1000)::bigint)
     WHERE id = $1 AND ended_at IS NULL`,
    [sessionId, JSON.stringify(health)],
  );
  const row = await db.one<Omit<ListenerOrders, 'restreams'>>(
    `SELECT ${listenerRecordsNow} OR ${segmentsNow} AS recording, ${listenerRecordsNow} AS replay, ${vp8NeededNow} AS vp8
     FROM room r JOIN event e ON e.id = r.event_id WHERE r.event_id = $1`,
    [session.eventUuid],
  );
  return {
    recording: row?.recording ?? false,
    replay: row?.replay ?? false,
    vp8: row?.vp8 ?? false,
    restreams: await restreamOrders(deps, session),
  };
}

/** The listener's copy in VP8 connects. Throws `ingest_session_unknown`, `ingest_gone`, `ingest_offer_bad`. */
export async function connectVp8(deps: BroadcastDeps, sessionId: string, sdp: string): Promise<string> {
  const session = await sessionOrRefuse(deps.db, sessionId);
  if (session.ended) throw refuse('ingest_gone');
  const offer = readOffer(sdp);
  await openVp8Room(deps.video, session.eventUuid);
  const token = { ...encoderToken(session.eventUuid), room: vp8RoomOf(session.eventUuid) };
  return (await deps.video.takeEncoder(token, offer.sdp)).answer;
}

/** Ends the copy in VP8 by closing its room. Safe to repeat. */
export async function endVp8(deps: BroadcastDeps, sessionId: string): Promise<void> {
  const { eventUuid } = await sessionOrRefuse(deps.db, sessionId);
  await deps.video.closeRoom(vp8RoomOf(eventUuid));
}

/**
 * The session at a WHIP address. Anyone who knows the address is its encoder. Throws `ingest_session_unknown`.
 */
export async function sessionOrRefuse(sql: Sql, sessionId: string): Promise<IngestSession> {
  const session = await findSession(sql, sessionId);
  if (!session) throw refuse('ingest_session_unknown');
  return session;
}

/** The encoder ends its session (DELETE in WHIP). Safe to repeat. */
export async function stopEncoder(deps: BroadcastDeps, sessionId: string): Promise<void> {
  const session = await sessionOrRefuse(deps.db, sessionId);
  if (!session.ended) await endAndReport(deps, session, 'stop');
}
