import type { Server } from 'node:http';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { reconcileEveryMs } from '@frontrow/core/rooms/limits.ts';
import { createAnnouncements } from '../../db/announcements.ts';
import { sharedReads, RowQueue } from '../../db/batcher.ts';
import type { Sql } from '../../db/db.ts';
import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { TokenHolder } from '../../ports/video.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import type { Ticketing } from '../ticketing/index.ts';
import type { TokenGate } from '../token-gate/index.ts';
import { changeRoom, type RoomChange } from './change-room.ts';
import { createReactors } from './chat.ts';
import { purgeRooms } from './ending.ts';
import { endRightsAfterClose } from './evictions.ts';
import { refusalToConnect } from './engine/connecting.ts';
import { applyGrants } from './engine/grants.ts';
import { comparePreviews } from './engine/preview-rooms.ts';
import { roomsFacts } from './ending.ts';
import { type RoomChanges, readChanges } from './live/room-changes.ts';
import { createRoomSockets, type RoomSockets } from './live/room-sockets.ts';
import { endMeetings, type Met, whoMet } from './meeting-room.ts';
import { createReconciler, engineWebhook } from './reconciler.ts';
import { ensureRoomRow, memberNamed } from './records.ts';
import type { Admission, Entry } from './room-entry.ts';
import { createNewcomersSnapshot, readSnapshot, snapshotAs, streamingState } from './room-views.ts';
import type { RoomsDeps, RoomSnapshot } from './rooms-deps.ts';
import { createFileReaders, type FileReader } from './seat-leases.ts';
import { roomsRoutes } from './routes.ts';
import { createRoomClock } from './room-clock.ts';
import { openControlRoom } from './streaming.ts';

export type { RoomChange } from './change-room.ts';
export { openVp8Room, vp8NeededNow, vp8RoomOf } from './engine/vp8-rooms.ts';
export {
  canRecord,
  listenerRecordsNow,
  recorderRecordsNow,
  recorderSegmentsNow,
  segmentsNow,
} from './recording-now.ts';
export { type MessageRow, messageColumns, messageOf } from './room-messages.ts';
export { isRemoved, moveIngest } from './records.ts';
export { identityOf, userIdOf } from './rooms-deps.ts';

export type Listed = RoomsDeps['listed'];

export interface Rooms {
  readonly feature: Feature;
  /** The room's state and latest messages, as this person sees them. */
  snapshot(eventUuid: string, readerId: number): Promise<RoomSnapshot>;
  /** The same, for a person who may read the room; throws for anyone else. */
  snapshotFor(actor: Account, eventUuid: string): Promise<RoomSnapshot>;
  /** Whether the person with this username hosts the room, or is or was in it. */
  knows(eventUuid: string, username: string): Promise<boolean>;
  /** Changes a room under its lock; after the commit the change is pushed to its people. */
  change<T>(eventUuid: string, work: (change: RoomChange) => Promise<T>): Promise<T>;
  /** Whether the event already has a room. */
  isOpened(eventUuid: string): Promise<boolean>;
  /** Creates the room if it does not exist: an encoder may arrive before its host. */
  open(eventUuid: string): Promise<void>;
  /** How the host enters the room of a broadcast before it is live. */
  openControlRoom(actor: Account, entry: Entry): Promise<Admission>;
  /** Who of a private meeting was in its room while it ran. */
  whoMet(sql: Sql, eventUuid: string): Promise<Met>;
  /** What everyone in the room was told after this number of its log. */
  changesAfter(eventUuid: string, seq: number): Promise<RoomChanges>;
  /** Reactions and captions after one moment, up to another: as much as this process remembers. */
  momentsBetween: RoomSockets['momentsBetween'];
  /** Renews the seat of a person who reads the room as files. */
  keepFileReader(who: FileReader): Promise<void>;
  /** Who is in the engine's room, each time it was listed. */
  onListed(listener: Listed): void;
  /** Why the holder of a room token may not connect to the engine now; undefined if they may. */
  refusalToConnect(holder: TokenHolder, sessionId: string | undefined): Promise<Refusal | undefined>;
  /** Schedules a comparison with the engine. */
  compareSoon(): void;
  /**
   * Serves the room's sockets on the HTTP server. Returns the socket server, for everything else that is pushed through
   * it.
   */
  attachSockets(server: Server): ReturnType<RoomSockets['attach']>;
  detachSockets(): Promise<void>;
}

export function roomsFeature(
  kit: Kit,
  {
    accounts,
    events,
    ticketing,
    tokenGate,
  }: { accounts: Accounts; events: Events; ticketing: Ticketing; tokenGate: TokenGate },
): Rooms {
  const listeners: Listed[] = [];
  const announcements = createAnnouncements(kit.db, 'room', kit.ids.uuid(), kit.log);
  const sockets = createRoomSockets({
    kit: () => roomKit,
    authenticator: accounts.authenticator,
    announcements,
    config: kit.config,
  });
  const read = sharedReads((eventUuid) => readSnapshot(kit, eventUuid));
  const roomKit: RoomsDeps = {
    ...kit,
    accounts,
    events,
    ticketing,
    tokenGate,
    loginsEnded: (logins) => accounts.authenticator.ended(logins),
    rowQueue: new RowQueue(),
    snapshot: snapshotAs(read),
    snapshotForNewcomer: snapshotAs(createNewcomersSnapshot(read, kit.clock)),
    async listed(eventUuid, participants) {
      for (const listener of listeners) await listener(eventUuid, participants);
    },
    reactor: createReactors(kit.db),
    effects: {
      push: sockets.push,
      react: sockets.react,
      caption: sockets.caption,
      endOtherSessions: sockets.endOtherSessions,
      applyGrants: (eventUuid, changes) => applyGrants(kit, eventUuid, changes),
      comparePreviews: (eventUuid) => comparePreviews(kit, eventUuid),
    },
  };
  const reconciler = createReconciler(roomKit, sockets.endSockets);
  kit.video.onReady(reconciler.runSoon);
  const roomClock = createRoomClock(roomKit);
  return {
    feature: {
      name: 'rooms',
      routes: roomsRoutes(roomKit),
      facts: roomsFacts(roomKit),
      jobs: [
        {
          name: 'rooms',
          everyMs: reconcileEveryMs,
          async run() {
            await reconciler.run();
            sockets.nudgeAll();
          },
        },
        roomClock.job,
        endMeetings(roomKit),
        endRightsAfterClose(kit),
        purgeRooms(kit),
      ],
      plugin: engineWebhook(kit.video, reconciler.runSoon),
    },
    snapshot: roomKit.snapshot,
    snapshotFor: (actor, eventUuid) => streamingState(roomKit, actor, eventUuid),
    knows: async (eventUuid, username) => (await memberNamed(kit.db, eventUuid, username)) !== undefined,
    change: (eventUuid, work) => changeRoom(roomKit, eventUuid, work),
    isOpened: async (eventUuid) =>
      (await kit.db.one('SELECT 1 FROM room WHERE event_id = $1', [eventUuid])) !== undefined,
    open: (eventUuid) => ensureRoomRow(kit.db, eventUuid),
    openControlRoom: (actor, entry) => openControlRoom(roomKit, actor, entry),
    whoMet,
    changesAfter: (eventUuid, seq) => readChanges(kit.db, eventUuid, seq),
    momentsBetween: sockets.momentsBetween,
    keepFileReader: createFileReaders(kit.db),
    onListed: (listener) => void listeners.push(listener),
    refusalToConnect: (holder, sessionId) => refusalToConnect(roomKit, holder, sessionId),
    compareSoon: reconciler.runSoon,
    attachSockets: sockets.attach,
    async detachSockets() {
      roomClock.stop();
      await sockets.detach();
      await reconciler.settled();
    },
  };
}
