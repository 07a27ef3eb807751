import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import type { Rooms } from '../rooms/index.ts';
import type { BroadcastDeps } from './broadcast-deps.ts';
import { followCodec } from './broadcast-settings.ts';
import { makeDownloads, purgeDownloads } from './downloads/download-job.ts';
import { downloadFile, downloadRoutes } from './downloads/downloads.ts';
import { followEncoder } from './ingest/encoders.ts';
import { endOpenSession } from './ingest/ingest-sessions.ts';
import { listenerRoutes } from './ingest/listener-routes.ts';
import { whipRoutes } from './ingest/whip-routes.ts';
import { chatFileRoutes } from './chat-files/chat-file-routes.ts';
import { hlsRoutes } from './hls/hls-routes.ts';
import { episodeFiles } from './podcast/episode-files.ts';
import { episodesOf, followPodcasts, ownEpisodesOf } from './podcast/episodes.ts';
import { canMakeDownloads } from './replay/replay-download.ts';
import { recordingRoutes } from './replay/recording.ts';
import { recorderRoutes } from './replay/recorder-routes.ts';
import { recordingSwitchRoutes } from './replay/recording-switch.ts';
import { replayFiles, replayRoutes } from './replay/replay-files.ts';
import { takeDownFacts, takeDownRoutes } from './replay/take-down.ts';
import { transcriptRoute } from './replay/replay-transcript.ts';
import { dropReplaysOf, purgeReplays } from './replay/delete-replays.ts';
import { restreamRoutes } from './restream/restreams.ts';
import { broadcastRoutes } from './routes.ts';

export interface Broadcast {
  readonly feature: Feature;
  /** The replays of a host as sound, for everyone. */
  readonly podcast: {
    readonly episodes: typeof episodesOf;
    readonly ownEpisodes: typeof ownEpisodesOf;
    /** Whether episodes are made on this site. */
    readonly isAvailable: () => boolean;
  };
}

export { podcastAudioType } from './downloads/make-audio.ts';
export type { Episode, OwnEpisode } from './podcast/episodes.ts';
export { restreamKeys } from './restream/restreams.ts';

/** The feed of a broadcast: stream keys, the encoders' endpoint, and the host's control room. */
export function broadcastFeature(kit: Kit, deps: { accounts: Accounts; events: Events; rooms: Rooms }): Broadcast {
  const broadcastKit = { ...kit, ...deps };
  deps.rooms.onListed((eventUuid, participants) => followEncoder(broadcastKit, eventUuid, participants));
  deps.rooms.onListed((eventUuid, participants) => followCodec(broadcastKit, eventUuid, participants));
  return {
    podcast: {
      episodes: episodesOf,
      ownEpisodes: ownEpisodesOf,
      isAvailable: () => canMakeDownloads(broadcastKit),
    },
    feature: {
      name: 'broadcast',
      routes: [
        ...broadcastRoutes(broadcastKit),
        ...recordingSwitchRoutes(broadcastKit),
        ...replayRoutes(broadcastKit),
        transcriptRoute(broadcastKit),
        ...downloadRoutes(broadcastKit),
        ...takeDownRoutes(broadcastKit),
        ...hlsRoutes(broadcastKit),
        ...chatFileRoutes(broadcastKit),
        ...restreamRoutes(broadcastKit),
      ],
      facts: [...broadcastFacts(broadcastKit), ...takeDownFacts(broadcastKit)],
      jobs: [
        purgeReplays(broadcastKit),
        makeDownloads(broadcastKit),
        purgeDownloads(broadcastKit),
        followPodcasts(broadcastKit),
      ],
      async plugin(app) {
        await whipRoutes(broadcastKit)(app);
        await listenerRoutes(broadcastKit)(app);
        await recordingRoutes(broadcastKit)(app);
        await recorderRoutes(broadcastKit)(app);
        await replayFiles(broadcastKit)(app);
        await downloadFile(broadcastKit)(app);
        await episodeFiles(broadcastKit)(app);
      },
    },
  };
}

/**
 * An encoder's session ends with its event: the engine's room is closed then, and the key no longer works. Replays are
 * deleted with the account of their host.
 */
function broadcastFacts(kit: Pick<BroadcastDeps, 'db' | 'events' | 'storage' | 'log'>): FactHandler[] {
  const { db } = kit;
  const end = async ({ payload }: { payload: { eventUuid: string } }): Promise<void> => {
    await endOpenSession(db, payload.eventUuid);
  };
  return [
    onFact('EventFinished', 'end-ingest', end),
    onFact('EventCancelled', 'end-ingest', end),
    onFact('AccountErased', 'drop-replays', ({ payload }) => dropReplaysOf(kit, payload.accountId)),
  ];
}
