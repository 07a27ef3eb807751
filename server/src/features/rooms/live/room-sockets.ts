import type { Server as HttpServer } from 'node:http';
import { listenersCheckedEveryMs, seatRenewEveryMs } from '@frontrow/core/rooms/limits.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { ConnectionStep } from '@frontrow/core/rooms/connection-quality.ts';
import type { ReactionCounts } from '@frontrow/core/rooms/reactions.ts';
import type { WireCaption } from '@frontrow/contract/rooms/captions-api.ts';
import type { Moment } from '@frontrow/contract/broadcast/chat-files.ts';
import type { Announcements } from '../../../db/announcements.ts';
import type { Authenticator } from '../../../http/callers/authenticate.ts';
import type { Config } from '../../../process/config.ts';
import { createSocketRefusals } from '../../../realtime/refuse-socket.ts';
import { SocketLimits } from '../../../realtime/socket-limits.ts';
import { createSocketServer, type Sockets } from '../../../realtime/socket-server.ts';
import { traced } from '../../../tracing/spans.ts';
import type { RoomEffects, RoomsDeps } from '../rooms-deps.ts';
import { hearCaptionSound } from './caption-sounds.ts';
import { ConnectionQualities, qualitiesForModerators, type QualityReport } from './connection-qualities.ts';
import { createSocketEndings, personRoom, type SocketEndings } from './end-sockets.ts';
import { readHandshake } from './handshake.ts';
import { createRoomFeeds, type RoomFeeds, type RoomSocket, type SocketData } from './room-feeds.ts';
import { RoomMoments } from './room-moments.ts';
import { RoomReactions } from './room-reactions.ts';
import { createSocketSeats } from './socket-seats.ts';

export interface RoomSockets extends Pick<RoomEffects, 'push' | 'react' | 'caption' | 'endOtherSessions'> {
  /** Returns the socket server, for everything else that is pushed through it. */
  attach(http: HttpServer): Sockets<SocketData>;
  /** Checks every room again, because messages between processes may have been lost. */
  nudgeAll(): void;
  /** Ends every socket of a person who may no longer read the room. */
  endSockets(eventUuid: string, userId: number): void;
  /** Reactions and captions of a room after one moment, up to another. */
  momentsBetween(eventUuid: string, from: number, until: number): readonly Moment[];
  detach(): Promise<void>;
}

export interface RoomSocketsParts {
  readonly kit: () => RoomsDeps;
  readonly authenticator: Authenticator;
  readonly announcements: Announcements;
  readonly config: Config;
}

/**
 * The sockets of one process: who listens to which room, what is pushed to them, and the seats they keep by being
 * connected.
 */
export function createRoomSockets({ kit, authenticator, announcements, config }: RoomSocketsParts): RoomSockets {
  let io: Sockets<SocketData> | undefined;
  let told = 0;
  const feeds = createRoomFeeds(kit, () => io);
  const endings = createSocketEndings(kit, authenticator, () => io);
  const seats = createSocketSeats(kit, () => io);
  const admitSocket = createSocketAdmission(kit, authenticator);
  const moments = new RoomMoments(() => kit().clock);
  const tellUnlogged: RoomMoments['add'] = (name, update) => {
    moments.add(name, update);
    io?.to(update.event_uuid).emit(name, update);
  };
  const reactions = new RoomReactions({
    push: (eventUuid, counts) => tellUnlogged('reactions', { event_uuid: eventUuid, counts }),
    // Numbered, because two equal messages in the same moment would be sent as one.
    tell: (eventUuid, counts) => announcements.announce(`reacted ${eventUuid} ${++told} ${JSON.stringify(counts)}`),
  });
  const showCaption = (eventUuid: string, caption: WireCaption): void =>
    tellUnlogged('caption', { event_uuid: eventUuid, ...caption });
  const qualities = new ConnectionQualities({
    push: (eventUuid, known) => pushQualities(kit(), io, eventUuid, known),
    tell: (eventUuid, report) => announcements.announce(`quality ${eventUuid} ${++told} ${JSON.stringify(report)}`),
  });
  const onMessage = createMessageHandler(feeds, endings, {
    heard: reactions.heard.bind(reactions),
    showCaption,
    qualityHeard: (eventUuid, report) => void qualities.heard(eventUuid, report),
  });
  let renewTimer: NodeJS.Timeout | undefined;
  let checkTimer: NodeJS.Timeout | undefined;
  let checking: Promise<unknown> | undefined;

  const check = (): void => {
    checking ??= endings
      .checkAll()
      .catch((error: unknown) => kit().log.warn({ error: String(error) }, 'listeners not checked, will be again'))
      .finally(() => (checking = undefined));
  };
  const onConnection = async (socket: RoomSocket): Promise<void> => {
    const { actor, eventUuid } = socket.data.person;
    void socket.join(personRoom(eventUuid, actor.id));
    seats.arrived(socket);
    hearCaptionSound(kit, socket);
    qualities.listenTo(socket);
    await feeds.welcome(socket);
  };
  const toAll = (message: string): void => {
    onMessage(message);
    announcements.announce(message);
  };

  return {
    attach(http) {
      io = createSocketServer<SocketData>(http, config, kit().security);
      io.use((socket, next) => void admitSocket(socket, next));
      io.on('connection', (socket) => {
        traced('socket welcome', () => onConnection(socket)).catch((error: unknown) => {
          kit().log.warn({ error: String(error) }, 'socket not welcomed');
          socket.disconnect(true);
        });
      });
      announcements.listen(onMessage, feeds.nudgeAll);
      renewTimer = setInterval(seats.renewAll, seatRenewEveryMs);
      checkTimer = setInterval(check, listenersCheckedEveryMs);
      return io;
    },
    push: (eventUuid) => toAll(`changed ${eventUuid}`),
    react: (eventUuid, emoji) => reactions.add(eventUuid, emoji),
    caption: (eventUuid, caption) => {
      showCaption(eventUuid, caption);
      announcements.announce(`said ${eventUuid} ${++told} ${JSON.stringify(caption)}`);
    },
    endOtherSessions: (eventUuid, userId, why, staying) => toAll(`${why} ${eventUuid} ${userId} ${staying ?? ''}`),
    endSockets: (eventUuid, userId) => toAll(`out ${eventUuid} ${userId}`),
    nudgeAll: feeds.nudgeAll,
    momentsBetween: (eventUuid, from, until) => moments.between(eventUuid, from, until),
    async detach() {
      clearInterval(renewTimer);
      clearInterval(checkTimer);
      feeds.stop();
      reactions.stop();
      qualities.stop();
      // Only the sockets: the HTTP server is closed by its owner.
      io?.disconnectSockets(true);
      io?.engine.close();
      io = undefined;
      await seats.settled();
      await checking;
      await announcements.stop();
    },
  };
}

/** Admits a socket, or returns the error that its browser gets. */
function createSocketAdmission(kit: () => RoomsDeps, authenticator: Authenticator) {
  const limits = new SocketLimits(() => kit().clock);
  return async (socket: RoomSocket, answer: (error?: Error) => void): Promise<void> => {
    let account: number | undefined;
    const known = ({ id }: Account): void => void (account = id);
    try {
      const { auth } = socket.handshake;
      const person = await traced('socket handshake', () => readHandshake(kit(), authenticator, auth, known));
      limits.take(person.actor.id);
      socket.data = { person };
      // The browser may have disconnected during the handshake.
      if (socket.conn.readyState === 'closed') limits.release(person.actor.id);
      else socket.conn.once('close', () => limits.release(person.actor.id));
    } catch (error) {
      return answer(createSocketRefusals(kit())(error, socket, account));
    }
    answer();
  };
}

async function pushQualities(
  { db, log }: RoomsDeps,
  io: Sockets<SocketData> | undefined,
  eventUuid: string,
  known: ReadonlyMap<number, ConnectionStep>,
): Promise<void> {
  try {
    const { moderators, people } = await qualitiesForModerators(db, eventUuid, known);
    for (const id of moderators)
      io?.to(personRoom(eventUuid, id)).emit('connectionQualities', { event_uuid: eventUuid, people });
  } catch (error) {
    log.warn({ error: String(error) }, 'connection qualities not pushed, the next ones will be');
  }
}

interface Unlogged {
  heard(eventUuid: string, counts: ReactionCounts): void;
  showCaption(eventUuid: string, caption: WireCaption): void;
  qualityHeard(eventUuid: string, report: QualityReport): void;
}

/** What processes announce to each other about a room, as `what event person session`. */
function createMessageHandler(feeds: RoomFeeds, endings: SocketEndings, unlogged: Unlogged) {
  return (message: string): void => {
    const [what = '', eventUuid = '', userId = '', staying] = message.split(' ');
    // The text of a caption has spaces.
    const json = (): unknown => JSON.parse(message.slice(what.length + eventUuid.length + userId.length + 3) || '{}');
    if (what === 'changed') feeds.nudge(eventUuid);
    else if (what === 'reacted') unlogged.heard(eventUuid, json() as ReactionCounts);
    else if (what === 'said') unlogged.showCaption(eventUuid, json() as WireCaption);
    else if (what === 'quality') unlogged.qualityHeard(eventUuid, json() as QualityReport);
    else if (what === 'moved' || what === 'removed' || what === 'out')
      endings.endOf(eventUuid, Number(userId), what, staying || undefined);
  };
}
