import type { StreamHealth } from '@frontrow/core/broadcast/health-advice.ts';
import type { WireStreamHealth } from '@frontrow/contract/broadcast/api.ts';
import type { FeedSample, PictureSample } from '../media/media-model.ts';

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
