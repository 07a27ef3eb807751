import type { Server } from 'node:http';
import { reconcileEveryMs } from '@frontrow/core/rooms/limits.ts';
import { createAnnouncements } from '../../db/announcements.ts';
import { sharedReads } from '../../db/batcher.ts';
import { RowQueue } from '../../db/row-queue.ts';
import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import type { Ticketing } from '../ticketing/index.ts';
import { applyGrants } from './engine/apply-grants.ts';
import { roomsFacts } from './facts.ts';
import { forgetRooms } from './ending/forget-rooms.ts';
import { createRoomSockets } from './live/room-sockets.ts';
import { createReconciler } from './engine/reconcile.ts';
import { createReactors } from './reactions/reactors.ts';
import type { RoomKit } from './room-kit.ts';
import { roomsRoutes } from './routes.ts';
import { readSnapshot } from './state/streaming-state.ts';
import { engineWebhook } from './engine/webhook.ts';

export interface Rooms {
  readonly feature: Feature;
  /** Serves the room's sockets on the HTTP server. */
  attachSockets(server: Server): void;
  detachSockets(): Promise<void>;
}

export function roomsFeature(
  kit: Kit,
  { accounts, events, ticketing }: { accounts: Accounts; events: Events; ticketing: Ticketing },
): Rooms {
  const announcements = createAnnouncements(kit.db, 'room', kit.ids.uuid(), kit.log);
  const sockets = createRoomSockets({
    kit: () => roomKit,
    authenticator: accounts.authenticator,
    announcements,
    config: kit.config,
  });
  const roomKit: RoomKit = {
    ...kit,
    events,
    ticketing,
    loginsEnded: (logins) => accounts.authenticator.ended(logins),
    rowQueue: new RowQueue(),
    snapshot: sharedReads((eventUuid) => readSnapshot(kit, eventUuid)),
    reactor: createReactors(kit.db),
    effects: {
      push: sockets.push,
      react: sockets.react,
      endOtherSessions: sockets.endOtherSessions,
      applyGrants: (eventUuid, changes) => applyGrants(kit, eventUuid, changes),
    },
  };
  const reconciler = createReconciler(roomKit, sockets.endSockets);
  kit.video.onReady(reconciler.runSoon);
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
        forgetRooms(kit),
      ],
      plugin: engineWebhook(kit.video, reconciler.runSoon),
    },
    attachSockets: sockets.attach,
    async detachSockets() {
      await sockets.detach();
      await reconciler.settled();
    },
  };
}
