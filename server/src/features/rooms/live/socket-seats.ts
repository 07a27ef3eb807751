import type { RoomsDeps } from '../rooms-deps.ts';
import { keepSeats } from '../seat-leases.ts';
import type { RoomSocket, SocketsNow } from './room-feeds.ts';

/** After a restart a whole room reconnects at the same time: its seats are renewed together. */
const arrivalsGatheredMs = 50;

/** A socket keeps its person's seat: when it connects, and every ten seconds. */
export interface SocketSeats {
  arrived(socket: RoomSocket): void;
  renewAll(): void;
  settled(): Promise<unknown>;
}

export function createSocketSeats(kit: () => RoomsDeps, io: SocketsNow): SocketSeats {
  const arrivals: RoomSocket[] = [];
  let renewing: Promise<unknown> = Promise.resolve();
  const renew = (sockets: readonly RoomSocket[], bySocket: boolean): void => {
    if (!io()) return;
    const people = sockets.map(({ data: { person } }) => ({
      eventUuid: person.eventUuid,
      userId: person.actor.id,
      sessionId: person.sessionId,
    }));
    renewing = keepSeats(kit(), people, { bySocket }).catch((error: unknown) =>
      kit().log.warn({ error: String(error) }, 'seats not renewed, will be again'),
    );
  };
  return {
    arrived: (socket) => {
      if (arrivals.push(socket) === 1) setTimeout(() => renew(arrivals.splice(0), true), arrivalsGatheredMs).unref();
    },
    renewAll: () => renew([...(io()?.sockets.sockets.values() ?? [])], false),
    settled: () => renewing,
  };
}
