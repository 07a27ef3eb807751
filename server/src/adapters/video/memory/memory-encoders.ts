import type { Source } from '@frontrow/core/rooms/grant-sources.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Video } from '../../../ports/video.ts';
import type { MemoryRoom } from './memory-video.ts';

export interface MemoryEncoderParts {
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
export function memoryEncoders({
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
