import type { Authenticator } from '../../../http/callers/authenticate.ts';
import type { RoomsDeps } from '../rooms-deps.ts';
import { type Ending, listenersToEnd } from './idle-listeners.ts';
import type { RoomSocket, SocketsNow } from './room-feeds.ts';

/** The last update is sent before the socket ends. */
const goodbyeMs = 500;

/** All sockets of one person in one room. */
export const personRoom = (eventUuid: string, userId: number): string => `${eventUuid}/u:${userId}`;

export interface SocketEndings {
  /** Ends the sockets of one person; of a seat that moved, all except the session that it moved to. */
  endOf(eventUuid: string, userId: number, why: 'moved' | Ending, staying: string | undefined): void;
  /** Checks again what admitted every listener: a person whose right was revoked must not keep listening. */
  checkAll(): Promise<void>;
}

export function createSocketEndings(kit: () => RoomsDeps, authenticator: Authenticator, io: SocketsNow): SocketEndings {
  const end = (socket: RoomSocket, why: 'moved' | Ending): void => {
    const { eventUuid } = socket.data.person;
    socket.data.ended = true;
    if (why !== 'out')
      socket.emit(why === 'moved' ? 'sessionMoved' : 'viewerRemoved', { event_uuid: eventUuid }, () => undefined);
    void socket.leave(eventUuid);
    setTimeout(() => socket.disconnect(true), why === 'out' ? 0 : goodbyeMs).unref();
  };
  return {
    endOf: (eventUuid, userId, why, staying) => {
      for (const id of io()?.sockets.adapter.rooms.get(personRoom(eventUuid, userId)) ?? []) {
        const socket = io()?.sockets.sockets.get(id);
        if (socket && (why !== 'moved' || socket.data.person.sessionId !== staying)) end(socket, why);
      }
    },
    checkAll: async () => {
      const sockets = [...(io()?.sockets.sockets.values() ?? [])];
      if (sockets.length === 0) return;
      const people = sockets.map((socket) => socket.data.person);
      const endings = await listenersToEnd({ db: kit().db, authenticator }, people);
      for (const socket of sockets) {
        const why = endings.get(socket.data.person);
        if (why) end(socket, why);
      }
    },
  };
}
