import type { PictureForm } from '../h264/sps.ts';
import { lostFrames } from './lost-frames.ts';

/** What the app is told every second. */
export interface Health {
  readonly via: 'rtmp';
  readonly codec: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly fps: number | null;
  readonly bitrate_kbps: number | null;
  readonly key_frame_interval_s: number | null;
  readonly dropped_frames: number;
  /** Why frames are missing: what was sent came late, or it was never made. */
  readonly dropped_by?: 'network' | 'encoder';
  readonly reencoding: boolean;
  readonly audio_codec: string | null;
  readonly audio_level: number | null;
  readonly problem?: string;
  /** The problem ends the stream. */
  readonly refused?: boolean;
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
/** Less than this says nothing about a rate. */
const rateMsMin = 1_000;
const keyFramesOverMs = 10_000;
/** The longest distance is shown until it is this much shorter. */
const keyFrameHysteresisMs = 500;
/** Frames that arrive this unevenly were held up on their way. */
const delaySpreadMs = 400;
const framesKept = 1_300;
const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Measures what the encoder sends. */
export class HealthMeter {
  form: PictureForm | undefined;
  soundCodec: string | undefined;
  lastPictureAt: number | undefined;
  lastSoundAt: number | undefined;
  private readonly frames: Frame[] = [];
  private lastKeyMs: number | undefined;
  private readonly keyDistances: { readonly ms: number; readonly distanceMs: number }[] = [];
  private shownKeyMs: number | undefined;
  private soundBytes = 0;
  private soundSince = performance.now();

  picture(bytes: number, key: boolean, ms: number, at: number): void {
    this.lastPictureAt = at;
    this.frames.push({ at, ms, bytes });
    while (this.frames.length > framesKept || at - this.frames[0]!.at > lossOverMs) this.frames.shift();
    if (!key) return;
    if (this.lastKeyMs !== undefined) this.keyDistances.push({ ms, distanceMs: ms - this.lastKeyMs });
    this.lastKeyMs = ms;
  }

  sound(bytes: number, at: number): void {
    this.lastSoundAt = at;
    this.soundBytes += bytes;
  }

  /** How long the current key frame has been the last one. */
  sinceKeyMs(ms: number): number {
    return this.lastKeyMs === undefined ? 0 : ms - this.lastKeyMs;
  }

  /** Sound's bytes are counted since the last report. */
  report(now: number, level: number | null, reencoding: boolean, problem: string | undefined): Health {
    const recent = this.frames.filter(({ at }) => now - at <= rateOverMs);
    const [first, last] = [recent[0], recent.at(-1)];
    const spanMs = first && last ? last.ms - first.ms : 0;
    const soundKbps = (this.soundBytes * 8) / Math.max(1, now - this.soundSince);
    const rateMs = Math.min(rateOverMs, now - (this.frames[0]?.at ?? now));
    const pictureKbps = recent.reduce((sum, { bytes }) => sum + bytes * 8, 0) / Math.max(1, rateMs);
    const keyFrameMs = this.longestKeyDistance(last?.ms);
    const dropped = lostFrames(this.frames.map(({ ms }) => ms));
    this.soundBytes = 0;
    this.soundSince = now;
    return {
      via: 'rtmp',
      codec: this.form ? 'H.264' : null,
      width: this.form?.width ?? null,
      height: this.form?.height ?? null,
      fps: spanMs > 0 ? tenths(((recent.length - 1) * 1000) / spanMs) : null,
      bitrate_kbps: this.frames.length > 0 && rateMs < rateMsMin ? null : Math.round(soundKbps + pictureKbps),
      key_frame_interval_s: keyFrameMs === undefined ? null : tenths(keyFrameMs / 1000),
      dropped_frames: dropped,
      ...(dropped === 0 ? {} : { dropped_by: this.isHeldUp() ? 'network' : 'encoder' }),
      reencoding,
      audio_codec: this.soundCodec ?? null,
      audio_level: level,
      ...(problem === undefined ? {} : { problem }),
      at: Math.round(performance.timeOrigin + now),
    };
  }

  /** Of the last ten seconds, the one that has not ended yet included: encoders with automatic key frames vary. */
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

  /** RTMP runs over TCP, which loses nothing: a bad network delays frames until the encoder leaves some out. */
  private isHeldUp(): boolean {
    const delays = this.frames.map(({ at, ms }) => at - ms);
    return Math.max(...delays) - Math.min(...delays) > delaySpreadMs;
  }
}
