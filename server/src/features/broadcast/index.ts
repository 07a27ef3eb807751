import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import type { Rooms } from '../rooms/index.ts';
import { forgetReplays } from './replay/forget-replays.ts';
import { recordingDoor } from './replay/recording-door.ts';
import { replayFiles } from './replay/replay-files.ts';
import { replayRoutes } from './replay/replay-routes.ts';
import { broadcastRoutes } from './routes.ts';

export interface Broadcast {
  readonly feature: Feature;
}

/** The feed of a broadcast: stream keys, the encoder's door, and the host's control room. */
export function broadcastFeature(kit: Kit, uses: { accounts: Accounts; events: Events; rooms: Rooms }): Broadcast {
  const broadcastKit = { ...kit, ...uses };
  return {
    feature: {
      name: 'broadcast',
      routes: [...broadcastRoutes(broadcastKit), ...replayRoutes(broadcastKit)],
      jobs: [forgetReplays(broadcastKit)],
      async plugin(app) {
        await recordingDoor(broadcastKit)(app);
        await replayFiles(broadcastKit)(app);
      },
    },
  };
}
