import { sourcesOf, type Source, type Grants } from '@frontrow/core/rooms/grants.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Video, Participant, RoomToken, VideoState } from '../../../ports/video.ts';
import { roomTokenMs, videoRetryMs } from '@frontrow/core/rooms/limits.ts';
import { SignJWT, decodeJwt } from 'jose';

interface MemoryEncoderParts {
  readonly asked: <T>(name: string, work: () => T) => Promise<T>;
  readonly rooms: Map<string, MemoryRoom>;
  readonly nextConnection: () => string;
  readonly clock: Clock;
}

const encoderRoomPlaces = 100;

/** What an offer sends: its sections for picture and sound. */
const sourcesIn = (offer: string): Set<Source> =>
  new Set([...offer.matchAll(/^m=(audio|video) /gm)].map(([, kind]) => (kind === 'audio' ? 'microphone' : 'camera')));

/** Encoders of the stand-in: one that is taken publishes at once what its offer names. */
function memoryEncoders({
  asked,
  rooms,
  nextConnection,
  clock,
}: MemoryEncoderParts): Pick<Video, 'takeEncoder' | 'addCandidates' | 'dropEncoder'> {
  const find = (room: string, identity: string, connection: string) => {
    const person = rooms.get(room)?.people.get(identity);
    return person?.connection === connection ? person : undefined;
  };
  return {
    takeEncoder: ({ room, identity, grants }, offer) =>
      asked('takeEncoder', () => {
        if (!offer.startsWith('v=0')) throw refuse('ingest_offer_bad', { detail: 'it is not understood' });
        const there = rooms.get(room) ?? { placesMax: encoderRoomPlaces, people: new Map() };
        rooms.set(room, there);
        const connection = nextConnection();
        there.people.set(identity, {
          identity,
          connection,
          hidden: false,
          joinedAt: clock.now(),
          grants,
          publishing: sourcesIn(offer),
          videoCodec: 'h264',
        });
        const answer = offer.replaceAll('a=sendonly', 'a=recvonly').replaceAll('a=setup:actpass', 'a=setup:passive');
        return { connection, answer, iceTag: connection, links: [] };
      }),
    addCandidates: ({ room, identity }, connection, { iceTag }) =>
      asked('addCandidates', () => {
        if (!find(room, identity, connection)) return 'gone';
        return iceTag === connection ? 'added' : 'discarded';
      }),
    dropEncoder: ({ room, identity }, connection) =>
      asked('dropEncoder', () => {
        if (find(room, identity, connection)) rooms.get(room)?.people.delete(identity);
      }),
  };
}

interface Person {
  readonly identity: string;
  readonly connection: string;
  readonly hidden: boolean;
  readonly joinedAt: number;
  grants: Grants;
  publishing: Set<Source>;
  videoCodec: string | undefined;
}

interface MemoryRoom {
  readonly placesMax: number;
  readonly people: Map<string, Person>;
}

/** What tests and fault runs can do to the stand-in. */
interface MemorySwitches {
  state: VideoState;
  /** Calls fail before anything happened. */
  lose: boolean;
  /** Calls do what was asked, and the answer is lost. */
  loseAnswers: boolean;
  /** Calls of these names begin when this is settled. */
  held: ReadonlyMap<string, Promise<void>>;
}

export interface MemoryVideo extends Video {
  readonly switches: MemorySwitches;
  /** A browser connects with its token; false when the engine would not let it in. */
  connect(token: string): boolean;
  disconnect(room: string, identity: string): void;
  /** A browser tries to publish; false when the engine refuses. */
  publish(room: string, identity: string, source: Source, videoCodec?: string): boolean;
  /** `kill -9`: rooms and people are gone, nothing answers. */
  crash(): void;
  /** It is up again, empty, and says so. */
  comeUp(): void;
  /** Calls that reached it, by name. */
  readonly calls: Map<string, number>;
}

const key = new TextEncoder().encode('a stand-in signs for nobody but itself');
const emptySwitches = (): MemorySwitches => ({ state: 'ready', lose: false, loseAnswers: false, held: new Map() });

/**
 * A video engine with books and switches: keeps rooms, people and what they publish, and refuses what the real one
 * refuses.
 */
export function createMemoryVideo({ clock, clientUrl }: { clock: Clock; clientUrl: string }): MemoryVideo {
  const rooms = new Map<string, MemoryRoom>();
  const listeners: (() => void)[] = [];
  const switches = emptySwitches();
  const calls = new Map<string, number>();

  const asked = async <T>(name: string, work: () => T): Promise<T> => {
    calls.set(name, (calls.get(name) ?? 0) + 1);
    await switches.held.get(name);
    if (switches.state === 'preparing') throw refuse('video_preparing', {}, { retryAfter: videoRetryMs / 1000 });
    if (switches.state === 'down' || switches.lose) throw refuse('video_down', {}, { retryAfter: videoRetryMs / 1000 });
    const result = work();
    if (switches.loseAnswers) throw refuse('video_down', {}, { retryAfter: videoRetryMs / 1000 });
    return result;
  };
  let connections = 0;
  const nextConnection = (): string => `PA_${++connections}`;
  const participantOf = ({ identity, connection, grants, publishing, videoCodec, joinedAt }: Person): Participant => ({
    identity,
    connection,
    grants,
    publishing: [...publishing],
    videoCodec,
    joinedAt,
  });

  return {
    switches,
    calls,
    state: () => switches.state,
    clientUrl: () => (switches.state === 'down' ? '' : clientUrl),
    signalingUrl: () => undefined,
    readToken: async () => undefined,
    openRoom: (room, placesMax) =>
      asked('openRoom', () => {
        if (!rooms.has(room)) rooms.set(room, { placesMax, people: new Map() });
      }),
    closeRoom: (room) => asked('closeRoom', () => void rooms.delete(room)),
    rooms: () => asked('rooms', () => [...rooms.keys()]),
    participants: (room) =>
      asked('participants', () => [...(rooms.get(room)?.people.values() ?? [])].map(participantOf)),
    applyGrants: (room, identity, grants) =>
      asked('applyGrants', () => {
        const person = rooms.get(room)?.people.get(identity);
        if (!person) return false;
        person.grants = grants;
        person.publishing = new Set([...person.publishing].filter((source) => sourcesOf[grants].includes(source)));
        return true;
      }),
    removeParticipant: (room, identity) =>
      asked('removeParticipant', () => void rooms.get(room)?.people.delete(identity)),
    ...memoryEncoders({ asked, rooms, nextConnection, clock }),
    async mintToken({ room, identity, displayName, grants, hidden = false }: RoomToken) {
      if (switches.state === 'preparing') throw refuse('video_preparing', {}, { retryAfter: videoRetryMs / 1000 });
      const issued = Math.floor(clock.now() / 1000);
      return new SignJWT({ name: displayName, video: { room, roomJoin: true, hidden }, grants })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(identity)
        .setNotBefore(issued)
        .setExpirationTime(issued + roomTokenMs / 1000)
        .sign(key);
    },
    async admitRecorder(room) {
      const token = { room, identity: 'recorder', displayName: '', grants: 'sub', hidden: true } as const;
      return { url: 'ws://memory', token: await this.mintToken(token) };
    },
    async readWebhook(rawBody, authorization) {
      return authorization === 'memory' ? (JSON.parse(rawBody) as { room: string; kind: string }) : undefined;
    },
    onReady: (listener) => void listeners.push(listener),

    connect(token) {
      const claims = decodeJwt<{ video: { room: string; hidden: boolean }; grants: Grants }>(token);
      const room = rooms.get(claims.video.room);
      const identity = claims.sub ?? '';
      if (switches.state !== 'ready' || !room || clock.now() > (claims.exp ?? 0) * 1000) return false;
      if (!room.people.has(identity) && room.people.size >= room.placesMax) return false;
      room.people.set(identity, {
        identity,
        connection: nextConnection(),
        hidden: claims.video.hidden,
        joinedAt: clock.now(),
        grants: claims.grants,
        publishing: new Set(),
        videoCodec: undefined,
      });
      return true;
    },
    disconnect: (room, identity) => void rooms.get(room)?.people.delete(identity),
    publish(room, identity, source, videoCodec = 'vp8') {
      const person = rooms.get(room)?.people.get(identity);
      if (!person || !sourcesOf[person.grants].includes(source)) return false;
      person.publishing.add(source);
      if (source !== 'microphone') person.videoCodec = videoCodec;
      return true;
    },
    crash() {
      rooms.clear();
      switches.state = 'down';
    },
    comeUp() {
      switches.state = 'ready';
      for (const listener of listeners) listener();
    },
  };
}
