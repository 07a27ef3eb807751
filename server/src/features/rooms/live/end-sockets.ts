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
  /** It hears nothing more of the room. */
  const silence = (socket: RoomSocket): void => {
    socket.data.ended = true;
    void socket.leave(socket.data.person.eventUuid);
  };
  const end = (socket: RoomSocket, why: 'moved' | Ending): void => {
    const { eventUuid } = socket.data.person;
    silence(socket);
    if (why === 'removed') socket.emit('viewerRemoved', { event_uuid: eventUuid }, () => undefined);
    setTimeout(() => socket.disconnect(true), why === 'out' ? 0 : goodbyeMs).unref();
  };
  const sayWhere = async (socket: RoomSocket): Promise<void> => {
    const { eventUuid, actor } = socket.data.person;
    silence(socket);
    const { db, accounts } = kit();
    const row = await db.one<{ session_id: string }>(
      'SELECT session_id FROM room_login WHERE event_id = $1 AND user_id = $2',
      [eventUuid, actor.id],
    );
    const other = row && {
      device: await accounts.deviceOf(db, row.session_id),
      same_login: row.session_id === actor.sessionId,
    };
    socket.emit('sessionMoved', { event_uuid: eventUuid, ...other }, () => undefined);
  };
  return {
    endOf: (eventUuid, userId, why, staying) => {
      for (const id of io()?.sockets.adapter.rooms.get(personRoom(eventUuid, userId)) ?? []) {
        const socket = io()?.sockets.sockets.get(id);
        if (!socket || (why === 'moved' && socket.data.person.sessionId === staying)) continue;
        if (why !== 'moved') end(socket, why);
        else
          void sayWhere(socket)
            .catch(() => socket.emit('sessionMoved', { event_uuid: eventUuid }, () => undefined))
            .finally(() => end(socket, why));
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
