import { grantsOf, sourcesOf, type Source, type Grants } from '@frontrow/core/rooms/grants.ts';
import { roomTokenMs, videoRetryMs } from '@frontrow/core/rooms/limits.ts';
import { hours, seconds } from '@frontrow/core/kernel/instant.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  AccessToken,
  RoomServiceClient,
  TrackSource,
  ServerError,
  TokenVerifier,
  WebhookReceiver,
  type ParticipantInfo,
  type ParticipantPermission,
} from 'livekit-server-sdk';
import type { Clock } from '../../../ports/clock.ts';
import type { Logger } from '../../../ports/log.ts';
import type { VideoEngine } from '../../../ports/video-engine.ts';
import type { Video } from '../../../ports/video.ts';
import { createBreaker } from '../../breaker.ts';
import { isOwnBug } from '../../is-own-bug.ts';
import { createWhip, WhipOutage } from './livekit-whip.ts';

const callSecondsMax = 2;
/** An empty room stays: the app decides when an event is over. */
const emptyRoomSeconds = hours(24) / 1000;
const webhookSkew = '5 minutes';

const trackSource: Readonly<Record<Source, TrackSource>> = {
  camera: TrackSource.CAMERA,
  microphone: TrackSource.MICROPHONE,
  screen: TrackSource.SCREEN_SHARE,
};
const sourceOfTrack = new Map<TrackSource, Source>(
  Object.entries(trackSource).map(([source, track]) => [track, source as Source]),
);

/** Every right is named: the engine's defaults are permissive. */
const permissionOf = (grants: Grants) => ({
  canSubscribe: grants.startsWith('sub'),
  canPublish: sourcesOf[grants].length > 0,
  canPublishSources: sourcesOf[grants].map((source) => trackSource[source]),
  canPublishData: false,
  canUpdateMetadata: false,
  canSubscribeMetrics: false,
});

function grantsIn(permission: ParticipantPermission | undefined): Grants | undefined {
  if (!permission || permission.canPublishData || permission.canUpdateMetadata) return undefined;
  if (!permission.canPublish) return grantsOf(permission.canSubscribe, []);
  const sources = permission.canPublishSources.map((track) => sourceOfTrack.get(track));
  // No list means every source: never a state we asked for.
  return sources.length === 0 || sources.includes(undefined)
    ? undefined
    : grantsOf(permission.canSubscribe, sources as Source[]);
}

const publishedBy = (info: ParticipantInfo): Source[] =>
  info.tracks.flatMap((track) => sourceOfTrack.get(track.source) ?? []);
/** The engine names codecs like media types: `video/H264`. */
function codecIn({ tracks }: ParticipantInfo): string | undefined {
  const seen = (source: TrackSource) => tracks.find((track) => track.source === source && !track.muted);
  const shown = seen(TrackSource.SCREEN_SHARE) ?? seen(TrackSource.CAMERA);
  return shown?.mimeType.toLowerCase().split('/')[1];
}
const isNotFound = (error: unknown): boolean =>
  error instanceof ServerError && (error.status === 404 || error.code === 'not_found');
const isOutage = (error: unknown): boolean =>
  error instanceof WhipOutage ||
  (error instanceof ServerError ? error.status >= 500 : !(error instanceof Refusal || isOwnBug(error)));

export interface LivekitParts {
  readonly engine: VideoEngine;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where browsers reach its signaling through the app; undefined: they connect to the engine directly. */
  readonly forwardedAt?: string | undefined;
}

/**
 * LiveKit behind the port: the embedded one, or the one the configuration names. No type of its SDK leaves this
 * file.
 */
export function createLivekitVideo({ engine, clock, log, forwardedAt }: LivekitParts): Video {
  const breaker = createBreaker({ clock, isOutage, failuresMax: 3, openForMs: seconds(2) });
  const listeners: (() => void)[] = [];
  const tellReady = (): void => {
    for (const listener of listeners) listener();
  };
  engine.onReady(tellReady);
  breaker.onRecovered(tellReady);

  const down = () =>
    refuse(engine.state() === 'preparing' ? 'video_preparing' : 'video_down', {}, { retryAfter: videoRetryMs / 1000 });
  const api = (): RoomServiceClient =>
    // Failover is for LiveKit's cloud only; here it would wait for nothing.
    new RoomServiceClient(engine.httpUrl, engine.apiKey, engine.apiSecret, {
      requestTimeout: callSecondsMax,
      failover: false,
    });

  /** One call to the engine; `absent` is answered when what it was about is not there. */
  const ask = async <T>(name: string, absent: T, call: (client: RoomServiceClient) => Promise<T>): Promise<T> => {
    if (engine.state() !== 'ready') throw down();
    try {
      const answer = await breaker.run(async () => ({ value: await call(api()) }));
      if (!answer) throw down();
      return answer.value;
    } catch (error) {
      if (isNotFound(error)) return absent;
      if (
        error instanceof ServerError ||
        (error instanceof Error && ['TypeError', 'TimeoutError', 'AbortError'].includes(error.name) && !isOwnBug(error))
      ) {
        log.warn({ call: name, error: error.message }, 'video engine did not do it');
        throw down();
      }
      throw error;
    }
  };

  const mintToken: Video['mintToken'] = async ({ room, identity, displayName, grants, hidden = false }) => {
    if (engine.state() === 'preparing') throw down();
    const { canUpdateMetadata, ...permission } = permissionOf(grants);
    const token = new AccessToken(engine.apiKey, engine.apiSecret, {
      identity,
      name: displayName,
      ttl: roomTokenMs / 1000,
    });
    token.addGrant({ roomJoin: true, room, hidden, ...permission, canUpdateOwnMetadata: canUpdateMetadata });
    return token.toJwt();
  };

  return {
    ...createWhip({ engine, breaker, log, down, mintToken }),
    state: () => (engine.state() === 'ready' && breaker.isOpen ? 'down' : engine.state()),
    clientUrl: () => (engine.state() === 'down' ? '' : (forwardedAt ?? engine.url)),
    signalingUrl: () => (forwardedAt === undefined ? undefined : engine.httpUrl),
    async readToken(token) {
      try {
        const { sub: identity, video } = await new TokenVerifier(engine.apiKey, engine.apiSecret).verify(token);
        const isForOneRoom = video?.roomJoin === true && !video.roomAdmin && !video.roomCreate && !video.roomList;
        return identity && video?.room && isForOneRoom ? { room: video.room, identity } : undefined;
      } catch {
        return undefined;
      }
    },
    openRoom: (room, placesMax) =>
      ask('openRoom', undefined, async (client) => {
        await client.createRoom({
          name: room,
          maxParticipants: placesMax,
          emptyTimeout: emptyRoomSeconds,
          departureTimeout: emptyRoomSeconds,
        });
      }),
    closeRoom: (room) => ask('closeRoom', undefined, (client) => client.deleteRoom(room)),
    rooms: () => ask('rooms', [], async (client) => (await client.listRooms()).map((room) => room.name)),
    participants: (room) =>
      ask('participants', [], async (client) =>
        (await client.listParticipants(room)).map((info) => ({
          identity: info.identity,
          connection: info.sid,
          grants: grantsIn(info.permission),
          publishing: publishedBy(info),
          videoCodec: codecIn(info),
          joinedAt: Number(info.joinedAtMs),
        })),
      ),
    applyGrants: (room, identity, grants) =>
      ask('applyGrants', false, async (client) => {
        const info = await client.updateParticipant(room, identity, { permission: permissionOf(grants) });
        const covered = sourcesOf[grants];
        // The engine removes uncovered tracks; one that it still lists is silenced at once and seen to again by the
        // reconciler.
        const left = info.tracks.filter((track) => !covered.some((source) => trackSource[source] === track.source));
        for (const track of left)
          if (!track.muted) await client.mutePublishedTrack(room, identity, track.sid, true).catch(() => undefined);
        return true;
      }),
    removeParticipant: (room, identity) =>
      ask('removeParticipant', undefined, (client) => client.removeParticipant(room, identity)),
    mintToken,
    async admitRecorder(room) {
      if (engine.state() !== 'ready') throw down();
      const token = new AccessToken(engine.apiKey, engine.apiSecret, {
        identity: `recorder-${crypto.randomUUID()}`,
        ttl: roomTokenMs / 1000,
      });
      token.addGrant({ roomJoin: true, room, hidden: true, recorder: true, ...permissionOf('sub') });
      return { url: engine.httpUrl, token: await token.toJwt() };
    },
    async readWebhook(rawBody, authorization) {
      try {
        const event = await new WebhookReceiver(engine.apiKey, engine.apiSecret).receive(
          rawBody,
          authorization,
          false,
          webhookSkew,
        );
        return { room: event.room?.name ?? '', kind: event.event };
      } catch {
        return undefined;
      }
    },
    onReady: (listener) => void listeners.push(listener),
  };
}
