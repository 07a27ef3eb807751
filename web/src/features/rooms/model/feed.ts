import type { WireStreamHealth } from '@frontrow/contract/broadcast/api.ts';
import type { StreamHealth } from '@frontrow/core/broadcast/health-advice.ts';
import type { FeedSample, PictureSample, RoomMedia } from '../media/media-model.ts';
import { createFeedWatch, feedMeasuredEveryMs, type FeedShown } from './feed-watch.ts';
import type { RoomScope } from './room-scope.ts';
import { type LiveState, noFeed } from './room-state.ts';

/** A bitrate is taken over at least this time. */
const ratedOverMs = 1_000;
const droppedOverMs = 10_000;
const loudestOverMs = 1_000;
/** What the listener told longer ago is of a stream that may have ended. */
const toldFreshMs = 5_000;

/** How many kilobits a second arrived, of what was counted since the last time. */
function createRate() {
  let from: { key: string; at: number; bytes: number } | null = null;
  let kbps: number | undefined;
  return (at: number, { key, bytes }: PictureSample): number | undefined => {
    if (from?.key !== key || bytes < from.bytes) {
      from = { key, at, bytes };
      kbps = undefined;
    } else if (at - from.at >= ratedOverMs) {
      kbps = Math.round(((bytes - from.bytes) * 8) / (at - from.at));
      from = { key, at, bytes };
    }
    return kbps;
  };
}

/** How many seconds lie between two key frames, from when their count rose. */
function createKeyFrameInterval() {
  let last: { key: string; at: number | null; count: number } | null = null;
  let seconds: number | undefined;
  return (at: number, { key, keyFrames }: PictureSample): number | undefined => {
    if (keyFrames === null) return undefined;
    if (last?.key !== key || keyFrames < last.count) {
      // When the first of them came is not known.
      last = { key, at: null, count: keyFrames };
      seconds = undefined;
    } else if (keyFrames > last.count) {
      if (last.at !== null) seconds = Math.round((at - last.at) / (keyFrames - last.count) / 100) / 10;
      last = { key, at, count: keyFrames };
    }
    return seconds;
  };
}

/** The values of the last while, the newest last. */
function createRecent(forMs: number) {
  let kept: { at: number; value: number }[] = [];
  return (at: number, value: number): readonly number[] => {
    kept = [...kept.filter((one) => at - one.at <= forMs), { at, value }];
    return kept.map((one) => one.value);
  };
}

/** Turns the measurements of one feed into its health. Null while there is no picture. */
export function createHealthMeter(): (sample: FeedSample) => StreamHealth | null {
  const rate = createRate();
  const keyFrameInterval = createKeyFrameInterval();
  const recentDropped = createRecent(droppedOverMs);
  const recentLevels = createRecent(loudestOverMs);
  return ({ at, picture, sound }) => {
    if (!picture) return null;
    const dropped = picture.dropped === null ? undefined : recentDropped(at, picture.dropped);
    return {
      codec: picture.codec || undefined,
      width: picture.width || undefined,
      height: picture.height || undefined,
      fps: Math.round(picture.fps),
      bitrateKbps: rate(at, picture),
      keyFrameIntervalS: keyFrameInterval(at, picture),
      droppedFrames: dropped && Math.max(0, dropped.at(-1)! - dropped[0]!),
      audioCodec: sound ? sound.codec || undefined : null,
      audioLevel: sound && sound.level !== null ? Math.max(...recentLevels(at, sound.level)) : undefined,
    };
  };
}

/**
 * The health that the host reads. Of an encoder that sends by RTMP our listener knows what arrived there, which this
 * browser does not: its frames may have been encoded again, and it measures no sound while its preview is muted.
 */
export function mergeHealth(
  measured: StreamHealth | null,
  told: WireStreamHealth | null,
  now: number,
): StreamHealth | null {
  if (told?.via !== 'rtmp' || now - told.at > toldFreshMs) return measured;
  return {
    codec: told.codec ?? measured?.codec,
    width: told.width ?? measured?.width,
    height: told.height ?? measured?.height,
    fps: told.fps === null ? measured?.fps : Math.round(told.fps),
    bitrateKbps: told.bitrate_kbps ?? measured?.bitrateKbps,
    keyFrameIntervalS: told.key_frame_interval_s ?? measured?.keyFrameIntervalS,
    droppedFrames: told.dropped_frames,
    droppedBy: told.dropped_by,
    reencoding: told.reencoding,
    audioCodec: told.audio_codec,
    audioLevel: told.audio_level ?? measured?.audioLevel,
  };
}

/** How often we report to the server that no video arrives, until one does. */
const reportedEveryMs = 4_000;

/** Tells the server whether the encoder's picture arrives here: one that no longer sends may be replaced. */
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
