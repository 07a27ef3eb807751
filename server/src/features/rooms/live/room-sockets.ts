import type { Server as HttpServer } from 'node:http';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { exactAcksMax, listenersAskedEveryMs, seatRenewEveryMs } from '@frontrow/core/rooms/limits.ts';
import type { Config } from '../../../process/config.ts';
import type { Announcements } from '../../../db/announcements.ts';
import type { Authenticator } from '../../../http/callers/authenticate.ts';
import { createSocketServer, type LiveSocket, type Sockets } from '../../../realtime/socket-server.ts';
import { keepSeats } from '../keep-seats.ts';
import type { RoomEffects, RoomKit } from '../room-kit.ts';
import { connectError, readHandshake, type SocketPerson } from './handshake.ts';
import { type Ending, mayNotListen } from './may-listen.ts';
import { RoomFeed } from './room-feed.ts';
import { SocketLimits } from './socket-limits.ts';
import type { Update } from './wire-updates.ts';

interface SocketData {
  person: SocketPerson;
  /** Sent away; it may still be on its way in. */
  ended?: true;
}
type RoomSocket = LiveSocket<SocketData>;

const ackWithinMs = seconds(10);
const goodbyeMs = 500;
const arrivalsGatheredMs = 50;

export interface RoomSockets extends Pick<RoomEffects, 'pushed' | 'sentAway'> {
  attach(http: HttpServer): void;
  /** Looks at every room again: words between processes may have been lost. */
  nudgeAll(): void;
  /** Ends every socket of somebody who may not look any more. */
  shutOut(eventUuid: string, userId: number): void;
  detach(): Promise<void>;
}

export interface RoomSocketsParts {
  readonly kit: () => RoomKit;
  readonly authenticator: Authenticator;
  readonly announcements: Announcements;
  readonly config: Config;
}

const personRoom = (eventUuid: string, userId: number): string => `${eventUuid}/u:${userId}`;

/** Counts up or down; answers the new count, and forgets what is at nothing. */
function count<K>(counts: Map<K, number>, key: K, step: 1 | -1): number {
  const next = (counts.get(key) ?? 0) + step;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
  return next;
}

/** The sockets of one process: who is in which room, what they are told, and the seats they keep by being there. */
export function createRoomSockets({ kit, authenticator, announcements, config }: RoomSocketsParts): RoomSockets {
  const feeds = new Map<string, RoomFeed>();
  /** Sockets per room, also those still being welcomed: the feed lives as long as one is there. */
  const watching = new Map<string, number>();
  const limits = new SocketLimits(() => kit().clock);
  /** Sockets that just came: a whole room may come back at once, and is looked at at once. */
  const arrived: RoomSocket[] = [];
  let io: Sockets<SocketData> | undefined;
  let renewTimer: NodeJS.Timeout | undefined;
  let renewing: Promise<unknown> = Promise.resolve();
  let askTimer: NodeJS.Timeout | undefined;
  let asking: Promise<unknown> | undefined;

  const sizeOf = (eventUuid: string): number => io?.sockets.adapter.rooms.get(eventUuid)?.size ?? 0;

  const push = (eventUuid: string, updates: readonly Update[]): void => {
    if (!io) return;
    const exact = sizeOf(eventUuid) <= exactAcksMax;
    for (const { name, update } of updates) {
      // Encoded once for all. Above fifty people the next update says that the last one arrived: no 'Ok' is asked for.
      if (exact)
        io.to(eventUuid)
          .timeout(ackWithinMs)
          .emit(name, update, () => undefined);
      else io.to(eventUuid).emit(name, update);
    }
  };

  const feedOf = (eventUuid: string): RoomFeed => {
    let feed = feeds.get(eventUuid);
    if (!feed) {
      const { db, log } = kit();
      feed = new RoomFeed({
        db,
        log,
        eventUuid,
        push: (updates) => push(eventUuid, updates),
        size: () => sizeOf(eventUuid),
      });
      feeds.set(eventUuid, feed);
    }
    return feed;
  };

  /** Says yes, or the error that the browser gets. */
  const letIn = async (socket: RoomSocket, answer: (error?: Error) => void): Promise<void> => {
    try {
      const person = await readHandshake(kit(), authenticator, socket.handshake.auth);
      limits.take(person.actor.id);
      socket.data = { person };
      // The browser may be gone before it is welcomed.
      if (socket.conn.readyState === 'closed') limits.release(person.actor.id);
      else socket.conn.once('close', () => limits.release(person.actor.id));
    } catch (error) {
      return answer(connectError(error, kit().log));
    }
    answer();
  };

  const stopWatching = (eventUuid: string): void => {
    if (count(watching, eventUuid, -1) > 0) return;
    feeds.get(eventUuid)?.stop();
    feeds.delete(eventUuid);
  };

  const onConnection = async (socket: RoomSocket): Promise<void> => {
    const { actor, eventUuid, lastSeq } = socket.data.person;
    void socket.join(personRoom(eventUuid, actor.id));
    const send = (updates: readonly Update[]): void => {
      for (const { name, update } of updates) socket.timeout(ackWithinMs).emit(name, update, () => undefined);
    };
    count(watching, eventUuid, 1);
    socket.on('disconnect', () => stopWatching(eventUuid));
    if (arrived.push(socket) === 1) setTimeout(() => renewSeats(arrived.splice(0)), arrivalsGatheredMs).unref();
    await feedOf(eventUuid).welcome(
      lastSeq,
      (updates) => {
        if (!socket.data.ended) send(updates);
      },
      () => {
        if (!socket.data.ended) void socket.join(eventUuid);
      },
    );
  };

  /** A socket keeps its person's seat: now, when it came, and every ten seconds. */
  const renewSeats = (sockets: readonly RoomSocket[]): void => {
    if (!io) return;
    const people = sockets.map(({ data }) => ({
      eventUuid: data.person.eventUuid,
      userId: data.person.actor.id,
      sessionId: data.person.sessionId,
    }));
    renewing = keepSeats(kit(), people).catch((error: unknown) =>
      kit().log.warn({ error: String(error) }, 'seats not renewed, will be again'),
    );
  };

  /** Says why where there is a word for it, and ends the socket a moment later. */
  const end = (socket: RoomSocket, why: 'moved' | Ending): void => {
    const { eventUuid } = socket.data.person;
    socket.data.ended = true;
    if (why !== 'out')
      socket.emit(why === 'moved' ? 'sessionMoved' : 'viewerRemoved', { event_uuid: eventUuid }, () => undefined);
    void socket.leave(eventUuid);
    setTimeout(() => socket.disconnect(true), why === 'out' ? 0 : goodbyeMs).unref();
  };

  const endOf = (eventUuid: string, userId: number, why: 'moved' | Ending, staying: string | undefined): void => {
    for (const id of io?.sockets.adapter.rooms.get(personRoom(eventUuid, userId)) ?? []) {
      const socket = io?.sockets.sockets.get(id);
      if (socket && (why !== 'moved' || socket.data.person.sessionId !== staying)) end(socket, why);
    }
  };

  /** What let them in is looked at again: nobody goes on listening with what was taken from them. */
  const askAgain = async (sockets: readonly RoomSocket[]): Promise<void> => {
    if (sockets.length === 0) return;
    const endings = await mayNotListen(
      { db: kit().db, authenticator },
      sockets.map((socket) => socket.data.person),
    );
    for (const socket of sockets) {
      const why = endings.get(socket.data.person);
      if (why) end(socket, why);
    }
  };

  const onMessage = (message: string): void => {
    const [what = '', eventUuid = '', userId = '', staying] = message.split(' ');
    if (what === 'changed') feeds.get(eventUuid)?.nudge();
    else if (what === 'moved' || what === 'removed' || what === 'out')
      endOf(eventUuid, Number(userId), what, staying || undefined);
  };

  const nudgeAll = (): void => {
    for (const feed of feeds.values()) feed.nudge();
  };
  const toAll = (message: string): void => {
    onMessage(message);
    announcements.announce(message);
  };

  return {
    attach(http) {
      const sockets = createSocketServer<SocketData>(http, config);
      io = sockets;
      sockets.use((socket, next) => void letIn(socket, next));
      sockets.on('connection', (socket) => {
        onConnection(socket).catch((error: unknown) => {
          kit().log.warn({ error: String(error) }, 'socket not welcomed');
          socket.disconnect(true);
        });
      });
      announcements.listen(onMessage, nudgeAll);
      renewTimer = setInterval(() => renewSeats([...sockets.sockets.sockets.values()]), seatRenewEveryMs);
      askTimer = setInterval(() => {
        asking ??= askAgain([...sockets.sockets.sockets.values()])
          .catch((error: unknown) => kit().log.warn({ error: String(error) }, 'listeners not asked, will be again'))
          .finally(() => (asking = undefined));
      }, listenersAskedEveryMs);
    },
    pushed: (eventUuid) => toAll(`changed ${eventUuid}`),
    sentAway: (eventUuid, userId, why, staying) => toAll(`${why} ${eventUuid} ${userId} ${staying ?? ''}`),
    shutOut: (eventUuid, userId) => toAll(`out ${eventUuid} ${userId}`),
    nudgeAll,
    async detach() {
      clearInterval(renewTimer);
      clearInterval(askTimer);
      for (const feed of feeds.values()) feed.stop();
      // Only the sockets: the HTTP server is closed by its owner.
      io?.disconnectSockets(true);
      io?.engine.close();
      io = undefined;
      await renewing;
      await asking;
      await announcements.stop();
    },
  };
}
