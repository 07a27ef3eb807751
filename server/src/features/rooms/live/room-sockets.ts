import type { Server as HttpServer } from 'node:http';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { exactAcksMax, seatRenewEveryMs, socketsPerAccountMax } from '@frontrow/core/rooms/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Announcements } from '../../../db/announcements.ts';
import type { Authenticator } from '../../../http/authenticate.ts';
import { createSocketServer, type LiveSocket, type Sockets } from '../../../realtime/socket-server.ts';
import { keepSeats } from '../keep-seats.ts';
import type { RoomEffects, RoomKit } from '../room-kit.ts';
import { connectError, readHandshake, type SocketPerson } from './handshake.ts';
import { RoomFeed } from './room-feed.ts';
import type { Update } from './wire-updates.ts';

interface SocketData {
  person: SocketPerson;
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
  readonly publicUrl: string;
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
export function createRoomSockets({ kit, authenticator, announcements, publicUrl }: RoomSocketsParts): RoomSockets {
  const feeds = new Map<string, RoomFeed>();
  /** Sockets per room, also those still being welcomed: the feed lives as long as one is there. */
  const watching = new Map<string, number>();
  const perAccount = new Map<number, number>();
  /** Sockets that just came: a whole room may come back at once, and is looked at at once. */
  const arrived: RoomSocket[] = [];
  let io: Sockets<SocketData> | undefined;
  let renewTimer: NodeJS.Timeout | undefined;
  let renewing: Promise<unknown> = Promise.resolve();

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
      if ((perAccount.get(person.actor.id) ?? 0) >= socketsPerAccountMax) throw refuse('too_many_requests');
      socket.data = { person };
    } catch (error) {
      return answer(connectError(error, kit().log));
    }
    answer();
  };

  const stopWatching = (eventUuid: string, userId: number): void => {
    count(perAccount, userId, -1);
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
    count(perAccount, actor.id, 1);
    count(watching, eventUuid, 1);
    socket.on('disconnect', () => stopWatching(eventUuid, actor.id));
    if (arrived.push(socket) === 1) setTimeout(() => renewSeats(arrived.splice(0)), arrivalsGatheredMs).unref();
    await feedOf(eventUuid).welcome(lastSeq, send, () => void socket.join(eventUuid));
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

  const ended = (
    eventUuid: string,
    userId: number,
    why: 'moved' | 'removed' | 'out',
    staying: string | undefined,
  ): void => {
    if (!io) return;
    for (const id of io.sockets.adapter.rooms.get(personRoom(eventUuid, userId)) ?? []) {
      const socket = io.sockets.sockets.get(id);
      if (!socket || (why === 'moved' && socket.data.person.sessionId === staying)) continue;
      if (why !== 'out')
        socket.emit(why === 'moved' ? 'sessionMoved' : 'viewerRemoved', { event_uuid: eventUuid }, () => undefined);
      if (why !== 'removed') setTimeout(() => socket.disconnect(true), goodbyeMs).unref();
    }
  };

  const onMessage = (message: string): void => {
    const [what = '', eventUuid = '', userId = '', staying] = message.split(' ');
    if (what === 'changed') feeds.get(eventUuid)?.nudge();
    else if (what === 'moved' || what === 'removed' || what === 'out')
      ended(eventUuid, Number(userId), what, staying || undefined);
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
      const sockets = createSocketServer<SocketData>(http, publicUrl);
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
    },
    pushed: (eventUuid) => toAll(`changed ${eventUuid}`),
    sentAway: (eventUuid, userId, why, staying) => toAll(`${why} ${eventUuid} ${userId} ${staying ?? ''}`),
    shutOut: (eventUuid, userId) => toAll(`out ${eventUuid} ${userId}`),
    nudgeAll,
    async detach() {
      clearInterval(renewTimer);
      for (const feed of feeds.values()) feed.stop();
      // Only the sockets: the HTTP server is closed by its owner.
      io?.disconnectSockets(true);
      io?.engine.close();
      io = undefined;
      await renewing;
      await announcements.stop();
    },
  };
}
