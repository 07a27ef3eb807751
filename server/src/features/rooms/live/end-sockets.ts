import { finishedSocketsEndMs } from '@frontrow/core/rooms/limits.ts';
import type { Db } from '../../../db/db.ts';
import type { Authenticator } from '../../../http/callers/authenticate.ts';
import { isRemoved } from '../records.ts';
import type { RoomsDeps } from '../rooms-deps.ts';
import type { SocketPerson } from './handshake.ts';
import type { RoomSocket, SocketsNow } from './room-feeds.ts';

/** Why a socket ends: its person was removed, or no longer has a right. */
type Ending = 'removed' | 'out';

const concurrentChecksMax = 2_000;

/**
 * Of these people, those whose sockets must end: their session ended, their ticket was voided, they were removed, or
 * the event has finished and its last update was sent. Read from the database, so that it holds whichever process
 * changed it.
 */
async function listenersToEnd(
  { db, authenticator }: { db: Db; authenticator: Authenticator },
  people: readonly SocketPerson[],
): Promise<Map<SocketPerson, Ending>> {
  const endings = new Map<SocketPerson, Ending>();
  for (let start = 0; start < people.length; start += concurrentChecksMax) {
    const part = people.slice(start, start + concurrentChecksMax);
    const rows = await db.query<{ nth: number; removed: boolean }>(
      `SELECT k.nth, e.host_id <> u.id AND ${isRemoved} AS removed
       FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS k (event_id, user_id, nth)
       JOIN event e ON e.id = k.event_id JOIN app_user u ON u.id = k.user_id
       LEFT JOIN room_member m ON m.event_id = k.event_id AND m.user_id = k.user_id
       WHERE (e.host_id <> u.id AND ${isRemoved})
         OR least(e.finished_at, e.cancelled_at) < app_now() - $3 * interval '1 ms'
         OR (e.private_for IS NOT NULL AND u.id NOT IN (e.host_id, e.private_for) AND m.seat_until IS NULL)
         OR (e.host_id <> u.id AND NOT u.app_admin
             AND NOT EXISTS (SELECT 1 FROM ticket t
               WHERE t.event_id = e.id AND t.holder_key = person_holder(u.id) AND t.voided_at IS NULL))`,
      [part.map((one) => one.eventUuid), part.map((one) => one.actor.id), finishedSocketsEndMs],
    );
    for (const row of rows) endings.set(part[row.nth - 1]!, row.removed ? 'removed' : 'out');
    const loggedOut = await authenticator.ended(part.map((one) => one.actor));
    for (const one of part) if (loggedOut.has(one.actor)) endings.set(one, 'out');
  }
  return endings;
}

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
