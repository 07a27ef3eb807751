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
  private keyEveryMs: number | undefined;
  private soundBytes = 0;
  private soundSince = performance.now();

  picture(bytes: number, key: boolean, ms: number, at: number): void {
    this.lastPictureAt = at;
    this.frames.push({ at, ms, bytes });
    while (this.frames.length > framesKept || at - this.frames[0]!.at > lossOverMs) this.frames.shift();
    if (!key) return;
    if (this.lastKeyMs !== undefined) this.keyEveryMs = ms - this.lastKeyMs;
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
    const pictureKbps = recent.reduce((sum, { bytes }) => sum + bytes * 8, 0) / rateOverMs;
    this.soundBytes = 0;
    this.soundSince = now;
    return {
      via: 'rtmp',
      codec: this.form ? 'H.264' : null,
      width: this.form?.width ?? null,
      height: this.form?.height ?? null,
      fps: spanMs > 0 ? tenths(((recent.length - 1) * 1000) / spanMs) : null,
      bitrate_kbps: Math.round(soundKbps + pictureKbps),
      key_frame_interval_s: this.keyEveryMs === undefined ? null : tenths(this.keyEveryMs / 1000),
      dropped_frames: lostFrames(this.frames.map(({ ms }) => ms)),
      reencoding,
      audio_codec: this.soundCodec ?? null,
      audio_level: level,
      ...(problem === undefined ? {} : { problem }),
      at: Math.round(performance.timeOrigin + now),
    };
  }
}
