import { seconds } from '@frontrow/core/kernel/instant.ts';
import { exactAcksMax } from '@frontrow/core/rooms/limits.ts';
import type { LiveSocket, Sockets } from '../../../realtime/socket-server.ts';
import type { NextInRoom, RoomsDeps } from '../rooms-deps.ts';
import type { SocketPerson } from './handshake.ts';
import { RoomFeed } from './room-feed.ts';
import { type Update, updateFor } from './wire-updates.ts';

export interface SocketData {
  person: SocketPerson;
  /** Its right has ended. It may still be in its handshake. */
  ended?: true;
}
export type RoomSocket = LiveSocket<SocketData>;

/** The socket server of this process; undefined before it is attached and after it is detached. */
export type SocketsNow = () => Sockets<SocketData> | undefined;

const ackWithinMs = seconds(10);

/** The feeds of the rooms that have listeners in this process: a feed lives as long as it has one. */
export interface RoomFeeds {
  /** Brings a newcomer up to date and adds them to the listeners. Rejects if the room cannot be read. */
  welcome(socket: RoomSocket): Promise<void>;
  nudge(eventUuid: string): void;
  nudgeAll(): void;
  stop(): void;
}

export function createRoomFeeds(kit: () => RoomsDeps, io: SocketsNow): RoomFeeds {
  const feeds = new Map<string, RoomFeed>();
  /** Sockets per room, including those still being welcomed. */
  const watching = new Map<string, number>();

  const feedOf = (eventUuid: string): RoomFeed => {
    const known = feeds.get(eventUuid);
    if (known) return known;
    const { db, log } = kit();
    const size = (): number => io()?.sockets.adapter.rooms.get(eventUuid)?.size ?? 0;
    const push = (updates: readonly Update[], next: NextInRoom | undefined): void => {
      if (next) pushToEach(io(), eventUuid, updates, next);
      else pushTo(io(), eventUuid, size(), updates);
    };
    const feed = new RoomFeed({ db, log, eventUuid, push, size });
    feeds.set(eventUuid, feed);
    return feed;
  };
  const watch = (eventUuid: string): void => void watching.set(eventUuid, (watching.get(eventUuid) ?? 0) + 1);
  const stopWatching = (eventUuid: string): void => {
    const left = (watching.get(eventUuid) ?? 0) - 1;
    if (left > 0) return void watching.set(eventUuid, left);
    watching.delete(eventUuid);
    feeds.get(eventUuid)?.stop();
    feeds.delete(eventUuid);
  };

  return {
    welcome: async (socket) => {
      const { eventUuid, lastSeq } = socket.data.person;
      watch(eventUuid);
      socket.on('disconnect', () => stopWatching(eventUuid));
      const send = (updates: readonly Update[], next: NextInRoom | undefined): void => {
        if (!socket.data.ended) sendTo(socket, updates, next);
      };
      await feedOf(eventUuid).welcome(lastSeq, send, () => {
        if (!socket.data.ended) void socket.join(eventUuid);
      });
    },
    nudge: (eventUuid) => feeds.get(eventUuid)?.nudge(),
    nudgeAll: () => {
      for (const feed of feeds.values()) feed.nudge();
    },
    stop: () => {
      for (const feed of feeds.values()) feed.stop();
    },
  };
}

function sendTo(socket: RoomSocket, updates: readonly Update[], next: NextInRoom | undefined): void {
  for (const one of updates) {
    const { name, update } = next ? updateFor(one, next, socket.data.person.actor.id) : one;
    socket.timeout(ackWithinMs).emit(name, update, () => undefined);
  }
}

/** While someone gets ready for the next turn, not everyone in the room sees the same. */
function pushToEach(
  io: Sockets<SocketData> | undefined,
  eventUuid: string,
  updates: readonly Update[],
  next: NextInRoom,
): void {
  for (const id of io?.sockets.adapter.rooms.get(eventUuid) ?? []) {
    const socket = io?.sockets.sockets.get(id);
    if (socket) sendTo(socket, updates, next);
  }
}

/**
 * Encoded once for all listeners. In a large room no 'Ok' is requested: the next update confirms that the last one
 * arrived.
 */
function pushTo(
  io: Sockets<SocketData> | undefined,
  eventUuid: string,
  size: number,
  updates: readonly Update[],
): void {
  for (const { name, update } of updates) {
    if (size > exactAcksMax) io?.to(eventUuid).emit(name, update);
    else
      io?.to(eventUuid)
        .timeout(ackWithinMs)
        .emit(name, update, () => undefined);
  }
}
