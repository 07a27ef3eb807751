import type { WireIngest, WireStreamHealth } from '@frontrow/contract/broadcast/api.ts';
import { listenerSilentMsMax } from '@frontrow/core/broadcast/limits.ts';
import type { FeedSource } from '@frontrow/core/broadcast/ingest-rules.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { requireOwner } from '@frontrow/core/rooms/room-rules.ts';
import type { Tx } from '../../db/db.ts';
import { canRecord, identityOf, moveIngest } from '../rooms/index.ts';
import { keptSentenceNow } from '../../i18n/kept-sentences.ts';
import type { Participant } from '../../ports/video.ts';
import { type BroadcastDeps, ingestIdentity } from './broadcast-deps.ts';
import { dropEncoder } from './ingest/encoders.ts';
import { endOpenSession, clearRefusal, lastRefusal } from './ingest/ingest-sessions.ts';
import { recordingView } from './replay/recording-switch.ts';
import { ownBroadcast, replaceStreamKey, streamKeyOf } from './stream-keys.ts';

/** A new stream key for the event. The old one opens nothing from the commit on, and its encoder is cut. Audited. */
export async function rotateKey(deps: BroadcastDeps, actor: Account, eventUuid: string): Promise<void> {
  const event = await ownBroadcast(deps, actor, eventUuid);
  const replace = async (tx: Tx) => {
    await replaceStreamKey(deps, tx, eventUuid);
    await clearRefusal(tx, eventUuid);
    await deps.accounts.recordAudit(tx, {
      actorId: actor.id,
      action: 'stream_key_rotated',
      subjectId: actor.id,
      details: { event: event.title, event_uuid: eventUuid },
    });
    // After the key's row is locked: an encoder that is being let in holds it, so its session is seen here.
    return endOpenSession(tx, eventUuid);
  };
  const cut = (await deps.rooms.isOpened(eventUuid))
    ? await deps.rooms.change(eventUuid, async ({ tx, log }) => {
        const session = await replace(tx);
        if (session && (await moveIngest(tx, eventUuid, 'stop'))) await log('updateEvent', { change: 'ingest' });
        return session;
      })
    : await deps.db.tx(replace);
  await dropEncoder(deps, eventUuid, cut?.connection);
}

/**
 * The host chooses whether the audience sees the encoder or the host's browser; the event continues in the meantime. An
 * encoder that is not shown stays connected. Choosing the same again changes nothing.
 */
export async function selectSource(
  { rooms }: Pick<BroadcastDeps, 'rooms'>,
  actor: Account,
  eventUuid: string,
  source: FeedSource,
): Promise<void> {
  await rooms.change(eventUuid, async ({ tx, room, log }) => {
    requireOwner(room, { isHost: room.hostId === actor.id });
    if (room.isInteractive) throw refuse('broadcast_only');
    const changed = await tx.one(
      'UPDATE room SET source = $2 WHERE event_id = $1 AND source <> $2 RETURNING event_id',
      [eventUuid, source],
    );
    if (changed) await log('updateEvent', { change: 'source', source }, actor.id);
  });
}

/**
 * Stores the codec of what a broadcast shows, which decides whether HLS carries it. Called with each of the engine's
 * lists of the room.
 */
export async function followCodec(
  { db, rooms }: Pick<BroadcastDeps, 'db' | 'rooms'>,
  eventUuid: string,
  participants: readonly Participant[],
): Promise<void> {
  if (participants.every((one) => one.videoCodec === undefined)) return;
  const row = await db.one<{ source: FeedSource; host_id: number; feed_codec: string | null }>(
    `SELECT r.source, e.host_id, r.feed_codec FROM room r JOIN event e ON e.id = r.event_id
     WHERE r.event_id = $1 AND r.source IS NOT NULL AND r.closed_at IS NULL`,
    [eventUuid],
  );
  const shown = row && (row.source === 'encoder' ? ingestIdentity : identityOf(row.host_id));
  const codec = participants.find((one) => one.identity === shown)?.videoCodec;
  if (!row || codec === undefined || codec === row.feed_codec) return;
  await rooms.change(eventUuid, async ({ tx, log }) => {
    const changed = await tx.one(
      `UPDATE room SET feed_codec = $2 WHERE event_id = $1 AND feed_codec IS DISTINCT FROM $2 RETURNING event_id`,
      [eventUuid, codec],
    );
    if (changed) await log('updateEvent', { change: 'codec' });
  });
}

/**
 * The host's browser says whether the encoder's picture arrives. Where it does not, another encoder may take the
 * place: the engine notices a silent one only after a while.
 */
export async function reportPicture(
  deps: BroadcastDeps,
  actor: Account,
  eventUuid: string,
  receiving: boolean,
): Promise<void> {
  await ownBroadcast(deps, actor, eventUuid);
  await deps.db.query(
    `UPDATE ingest_session SET silent_at = CASE WHEN NOT $2 THEN app_now() END
     WHERE event_id = $1 AND ended_at IS NULL`,
    [eventUuid, receiving],
  );
}

/** The host allows a copy in VP8, or ends it. Throws `not_in_room`, `host_only`, `broadcast_only`, `room_closed`. */
export async function allowVp8(
  { rooms }: Pick<BroadcastDeps, 'rooms'>,
  actor: Account,
  eventUuid: string,
  allowed: boolean,
): Promise<void> {
  await rooms.change(eventUuid, async ({ tx, room }) => {
    requireOwner(room, { isHost: room.hostId === actor.id });
    if (room.isInteractive) throw refuse('broadcast_only');
    await tx.query('UPDATE room SET vp8_allowed = $2 WHERE event_id = $1 AND vp8_allowed <> $2', [eventUuid, allowed]);
  });
}

interface FeedRow {
  vp8_allowed: boolean | null;
  is_heard_of: boolean | null;
  source: WireIngest['source'] | null;
  ingest_state: WireIngest['state'] | null;
  health: WireStreamHealth | null;
}

/** What the owner of a broadcast is shown: addresses, key, and the state of the encoder. */
export async function readIngest(deps: BroadcastDeps, actor: Account, eventUuid: string): Promise<WireIngest> {
  await ownBroadcast(deps, actor, eventUuid);
  const feed = await deps.db.one<FeedRow>(
    `SELECT r.source, r.ingest_state, r.vp8_allowed, s.health,
       s.reported_at > app_now() - $2 * interval '1 ms' AS is_heard_of
     FROM event e LEFT JOIN room r ON r.event_id = e.id
     LEFT JOIN ingest_session s ON s.event_id = e.id AND s.ended_at IS NULL WHERE e.id = $1`,
    [eventUuid, listenerSilentMsMax],
  );
  const kept = await recordingView(deps, eventUuid);
  const refusal = await lastRefusal(deps.db, eventUuid);
  const recording = { ...kept, problem: kept.problem && keptSentenceNow(kept.problem) };
  return {
    ...addressesOf(deps),
    stream_key: await streamKeyOf(deps, eventUuid),
    state: feed?.ingest_state ?? 'waiting',
    source: feed?.source ?? 'encoder',
    health: healthAsRead(feed?.health, recording.problem),
    refusal: refusal && { ...refusal, sentence: keptSentenceNow(refusal.sentence) },
    recording,
    vp8: {
      allowed: feed?.vp8_allowed ?? false,
      // Only our listener encodes: what WHIP sends goes from the encoder to the engine, and we never have it.
      available: canRecord(deps),
      state: (feed?.is_heard_of === true && feed.health?.vp8) || 'off',
    },
  };
}

/** A recording that stopped is a problem that its host must know of, where the stream has no worse one. */
function healthAsRead(health: WireStreamHealth | null | undefined, recording: string | null): WireStreamHealth | null {
  const problem = health?.problem === undefined ? recording : keptSentenceNow(health.problem);
  return health ? { ...health, ...(problem !== null && { problem }) } : null;
}

/** Where an encoder sends to. Our own listener answers at the host of the pages, another one where the settings say. */
function addressesOf({
  config,
  rtmp,
}: Pick<BroadcastDeps, 'config' | 'rtmp'>): Pick<WireIngest, 'whip_url' | 'rtmp_url' | 'rtmps_url'> {
  const host = new URL(config.publicUrl).hostname;
  const own = rtmp?.port === undefined ? null : `rtmp://${host}:${rtmp.port}/live`;
  return {
    whip_url: `${config.publicUrl}/whip`,
    rtmp_url: config.rtmp.publicUrl ?? own,
    ...(rtmp?.tlsPort !== undefined && { rtmps_url: `rtmps://${host}:${rtmp.tlsPort}/live` }),
  };
}
