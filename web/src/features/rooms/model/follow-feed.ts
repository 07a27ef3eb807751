import type { FeedSample, RoomMedia } from '../media/media-model.ts';
import { createHealthMeter } from './feed-health.ts';
import { createFeedWatch, feedMeasuredEveryMs, type FeedShown } from './feed-watch.ts';
import type { RoomScope } from './room-scope.ts';
import { type LiveState, noFeed } from './room-state.ts';

/** How often the server is told that no picture arrives, until one does. */
const reportedEveryMs = 4_000;

/** Tells the server whether the encoder's picture arrives here: one that sends nothing any more may be replaced. */
function createReport({ deps, get, timers }: RoomScope) {
  let reported: FeedShown = 'waiting';
  let isDue = true;
  return (shown: FeedShown): void => {
    const { live } = get();
    const isSaidToSend = live?.ingestState === 'preview' || live?.ingestState === 'live';
    const isJudged = shown === 'picture' || shown === 'slate';
    if (!deps.me.isOwner || live?.source !== 'encoder' || !isSaidToSend || !isJudged) return;
    if (shown === reported && (shown === 'picture' || !isDue)) return;
    reported = shown;
    isDue = false;
    timers.later(reportedEveryMs, () => (isDue = true));
    const body = { event_uuid: deps.eventUuid, receiving: shown === 'picture' };
    void deps.call('POST /events/ingest/report', { body }).catch(() => undefined);
  };
}

/** A browser measures the loudness of what it plays: of a silent preview it knows none. */
const asHeard = (sample: FeedSample, isHeard: boolean): FeedSample =>
  isHeard || !sample.sound ? sample : { ...sample, sound: { ...sample.sound, level: null } };

/** While this browser is in the room of a broadcast: measures the feed, and keeps what the stage shows of it. */
export function followFeed(scope: RoomScope, media: () => RoomMedia | null): void {
  const { deps, store, timers, get, set, isInside } = scope;
  let stays = 0;

  /** Nothing that this browser measures says whether such an encoder is well: it receives none of its picture. */
  const cannotShow = (live: LiveState | null): boolean =>
    !deps.playsH264 && live?.source === 'encoder' && (live.ingestState === 'preview' || live.ingestState === 'live');

  const follow = async (): Promise<void> => {
    const mine = (stays += 1);
    const watch = createFeedWatch();
    const meter = createHealthMeter();
    const report = createReport(scope);
    set({ feed: noFeed });
    while (isInside() && stays === mine) {
      const sample = await media()
        ?.measureFeed()
        .catch(() => null);
      const { feed, live, media: state } = get();
      if (sample && isInside() && stays === mine) {
        const paused = sample.paused || state.connection !== 'connected';
        const isLost = live?.source === 'encoder' && live.ingestState === 'lost';
        const watched = watch({ ...sample, paused }, isLost);
        const shown = watched === 'slate' && cannotShow(get().live) ? 'unsupported' : watched;
        const isHeard = feed.heard || live?.source === 'camera';
        const health = deps.me.isOwner ? meter(asHeard(sample, isHeard)) : null;
        if (shown !== feed.shown || health !== feed.health) set({ feed: { ...feed, shown, health } });
        report(shown);
      }
      await timers.pause(feedMeasuredEveryMs);
    }
  };
  if (deps.kind !== 'broadcast') return;
  store.subscribe((now, before) => {
    if (now.phase === 'inside' && before.phase !== 'inside') void follow();
  });
}
