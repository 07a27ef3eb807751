import type { VideoInfo } from '../h264/sps.ts';

const framesMin = 20;
/** With uneven frames (a slide show, a shared screen) losses cannot be told from pauses. */
const evenShareMin = 0.9;
const evenWithin = 0.3;
const gapFactor = 1.7;

/** Estimates the number of missing frames from the timestamps (milliseconds) of those that arrived. */
function lostFrames(times: readonly number[]): number {
  if (times.length < framesMin) return 0;
  const gaps = times.slice(1).map((ms, index) => ms - times[index]!);
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]!;
  if (usual <= 0) return 0;
  const even = gaps.filter((gap) => Math.abs(gap - usual) <= Math.max(2, usual * evenWithin)).length;
  if (even < gaps.length * evenShareMin) return 0;
  return gaps.reduce((lost, gap) => lost + (gap > usual * gapFactor ? Math.round(gap / usual) - 1 : 0), 0);
}

export interface StreamFrame {
  /** The video message as received. */
  readonly payload: Buffer;
  readonly units: Buffer;
  readonly key: boolean;
  readonly ms: number;
  readonly compositionMs: number;
}

const msMax = 12_000;
const bytesMax = 16 * 1024 * 1024;

/**
 * The frames since the last key frame. A new connection to the engine, or a new viewer, gets them first instead of
 * waiting for the next key frame.
 */
export class FramesSinceKeyFrame {
  private frames: StreamFrame[] = [];
  private bytes = 0;

  add(frame: StreamFrame): void {
    if (frame.key) this.clear();
    else if (this.frames.length === 0) return;
    this.frames.push(frame);
    this.bytes += frame.payload.length;
    if (this.bytes > bytesMax || frame.ms - this.frames[0]!.ms > msMax) this.clear();
  }

  all(): readonly StreamFrame[] {
    return this.frames;
  }

  clear(): void {
    this.frames = [];
    this.bytes = 0;
  }
}

/** The report that the app gets every second. */
export interface Health {
  readonly via: 'rtmp';
  readonly codec: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly fps: number | null;
  readonly bitrate_kbps: number | null;
  readonly key_frame_interval_s: number | null;
  readonly dropped_frames: number;
  /** Why frames are missing: the network delayed them, or the encoder never produced them. */
  readonly dropped_by?: 'network' | 'encoder';
  readonly reencoding: boolean;
  readonly audio_codec: string | null;
  readonly audio_level: number | null;
  readonly problem?: string;
  /** The problem ends the stream. */
  readonly refused?: boolean;
  /** Of the copy in VP8, where one is needed. */
  readonly vp8?: 'starting' | 'on' | 'busy' | 'failed';
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Frame {
  readonly at: number;
  readonly ms: number;
  readonly bytes: number;
}

const rateOverMs = 3_000;
const lossOverMs = 10_000;
/** A shorter span is too short to measure a rate. */
const rateMsMin = 1_000;
const keyFramesOverMs = 10_000;
/** The reported interval only falls when the longest one is this much shorter, so that it does not flicker. */
const keyFrameHysteresisMs = 500;
/** A larger spread of delays means that the network held frames up. */
const delaySpreadMs = 400;
const framesKept = 1_300;
const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Measures what the encoder sends. */
export class HealthMeter {
  videoInfo: VideoInfo | undefined;
  audioCodec: string | undefined;
  lastVideoAt: number | undefined;
  lastAudioAt: number | undefined;
  private readonly frames: Frame[] = [];
  private lastKeyMs: number | undefined;
  private readonly keyDistances: { readonly ms: number; readonly distanceMs: number }[] = [];
  private shownKeyMs: number | undefined;
  private audioBytes = 0;
  private audioSince = performance.now();

  onVideo(bytes: number, key: boolean, ms: number, at: number): void {
    this.lastVideoAt = at;
    this.frames.push({ at, ms, bytes });
    while (this.frames.length > framesKept || at - this.frames[0]!.at > lossOverMs) this.frames.shift();
    if (!key) return;
    if (this.lastKeyMs !== undefined) this.keyDistances.push({ ms, distanceMs: ms - this.lastKeyMs });
    this.lastKeyMs = ms;
  }

  onAudio(bytes: number, at: number): void {
    this.lastAudioAt = at;
    this.audioBytes += bytes;
  }

  /** Milliseconds since the last key frame. */
  sinceKeyMs(ms: number): number {
    return this.lastKeyMs === undefined ? 0 : ms - this.lastKeyMs;
  }

  /** Audio bytes are counted since the last report. */
  report(now: number, level: number | null, reencoding: boolean, problem: string | undefined): Health {
    const recent = this.frames.filter(({ at }) => now - at <= rateOverMs);
    const [first, last] = [recent[0], recent.at(-1)];
    const spanMs = first && last ? last.ms - first.ms : 0;
    const soundKbps = (this.audioBytes * 8) / Math.max(1, now - this.audioSince);
    const rateMs = Math.min(rateOverMs, now - (this.frames[0]?.at ?? now));
    const pictureKbps = recent.reduce((sum, { bytes }) => sum + bytes * 8, 0) / Math.max(1, rateMs);
    const keyFrameMs = this.longestKeyDistance(last?.ms);
    const dropped = lostFrames(this.frames.map(({ ms }) => ms));
    this.audioBytes = 0;
    this.audioSince = now;
    return {
      via: 'rtmp',
      codec: this.videoInfo ? 'H.264' : null,
      width: this.videoInfo?.width ?? null,
      height: this.videoInfo?.height ?? null,
      fps: spanMs > 0 ? tenths(((recent.length - 1) * 1000) / spanMs) : null,
      bitrate_kbps: this.frames.length > 0 && rateMs < rateMsMin ? null : Math.round(soundKbps + pictureKbps),
      key_frame_interval_s: keyFrameMs === undefined ? null : tenths(keyFrameMs / 1000),
      dropped_frames: dropped,
      ...(dropped === 0 ? {} : { dropped_by: this.isHeldUp() ? 'network' : 'encoder' }),
      reencoding,
      audio_codec: this.audioCodec ?? null,
      audio_level: level,
      ...(problem === undefined ? {} : { problem }),
      at: Math.round(performance.timeOrigin + now),
    };
  }

  /** The longest interval of the last ten seconds, including the open one, because automatic key frames vary. */
  private longestKeyDistance(newestMs: number | undefined): number | undefined {
    if (newestMs === undefined || this.lastKeyMs === undefined) return this.shownKeyMs;
    while (this.keyDistances.length > 1 && newestMs - this.keyDistances[0]!.ms > keyFramesOverMs)
      this.keyDistances.shift();
    if (this.keyDistances.length === 0) return undefined;
    const distances = this.keyDistances.map(({ distanceMs }) => distanceMs);
    const longest = Math.max(...distances, newestMs - this.lastKeyMs);
    const shown = this.shownKeyMs;
    if (shown === undefined || longest > shown || longest < shown - keyFrameHysteresisMs) this.shownKeyMs = longest;
    return this.shownKeyMs;
  }

  /** TCP loses nothing, so a bad network shows as delays, until the encoder drops frames. */
  private isHeldUp(): boolean {
    const delays = this.frames.map(({ at, ms }) => at - ms);
    return Math.max(...delays) - Math.min(...delays) > delaySpreadMs;
  }
}
