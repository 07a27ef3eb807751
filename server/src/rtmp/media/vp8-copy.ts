import type { VideoSender } from './video-sender.ts';
import { WebRtcSender } from '../webrtc/webrtc-sender.ts';
import type { Ffmpeg } from './ffmpeg-child.ts';
import type { StreamFrame } from './health.ts';
import { Vp8Encoder } from './vp8-encoder.ts';

/** `busy`: no processor is left. `failed`: the engine or ffmpeg does not take it, and we keep trying. */
export type Vp8State = 'starting' | 'on' | 'busy' | 'failed';

const silenceMsMax = 5_000;
/** Pauses after failures in a row; the last one is repeated. */
const restsMs = [2_000, 5_000, 15_000, 30_000] as const;
const failuresBeforeTold = 3;
/** After this time without a failure the next one counts as the first. */
const wellMs = 30_000;

export interface Vp8CopyParts {
  readonly ffmpeg: Ffmpeg;
  /** Whether a processor is left for it, counted without it. */
  readonly mayEncode: () => boolean;
  /** Hands the offer to the app; resolves to the engine's answer. */
  readonly open: (offer: string) => Promise<string>;
  readonly close: () => Promise<void>;
  readonly source: Pick<VideoSender, 'avcC' | 'ms' | 'sinceKeyFrame'>;
}

/**
 * A copy of the stream with its video in VP8, for browsers without H.264: a second connection to the engine, into a
 * room that only they join. It exists while the app says that someone needs it. Nothing that goes wrong here reaches
 * the H.264 broadcast.
 */
export class Vp8Copy {
  state: Vp8State | undefined;
  private readonly parts: Vp8CopyParts;
  private peer: WebRtcSender | undefined;
  private connecting: Promise<void> | undefined;
  private encoder: Vp8Encoder | undefined;
  /** The description that the encoder was started with. */
  private avcC: Buffer | undefined;
  private restUntil = 0;
  private failures = 0;
  private failedAt = -Infinity;
  private isWanted = false;

  constructor(parts: Vp8CopyParts) {
    this.parts = parts;
  }

  /** It takes a processor, or is about to. */
  get isEncoding(): boolean {
    return this.state === 'starting' || this.state === 'on';
  }

  /** Called once a second with what the app says. */
  follow(isWanted: boolean, now: number): void {
    this.isWanted = isWanted;
    if (!isWanted) return this.stop(undefined);
    // A stream that must be transcoded for everyone goes first.
    if (!this.parts.mayEncode()) return this.stop('busy');
    if (this.peer !== undefined && now - this.peer.lastReportAt > silenceMsMax) this.fail(now);
    if (this.encoder?.ended === true) this.fail(now);
    if (this.connecting !== undefined || now < this.restUntil) return;
    this.state ??= 'starting';
    if (this.state === 'busy') this.state = 'starting';
    if (this.peer === undefined) this.connecting = this.connect().finally(() => (this.connecting = undefined));
  }

  /** A frame of the stream as it goes to the engine. */
  onVideo(frame: StreamFrame): void {
    if (this.peer === undefined) return;
    const { avcC } = this.parts.source;
    if (avcC === undefined) return;
    if (this.encoder === undefined || this.avcC !== avcC) this.encode(avcC);
    else this.encoder.write(frame);
  }

  onAudio(opus: Buffer, ms: number, at: number): void {
    this.peer?.sendAudio(opus, ms, at);
  }

  async close(): Promise<void> {
    this.stop(undefined);
    await this.connecting;
  }

  /** The new frame is among those since the last key frame. */
  private encode(avcC: Buffer): void {
    const { ffmpeg, source } = this.parts;
    const frames = source.sinceKeyFrame.all();
    if (frames.length === 0) return;
    this.encoder?.close();
    const encoder: Vp8Encoder = new Vp8Encoder(ffmpeg, avcC, source.ms - 1, (vp8, ms) => {
      if (this.encoder !== encoder) return;
      this.peer?.sendVideo(vp8, ms);
      this.state = 'on';
    });
    this.encoder = encoder;
    this.avcC = avcC;
    for (const one of frames) encoder.write(one);
  }

  private async connect(): Promise<void> {
    const peer = new WebRtcSender('vp8');
    try {
      await peer.accept(await this.parts.open(await peer.offer()));
      if (!this.isWanted) throw new Error('nobody needs it any more');
      this.peer = peer;
    } catch {
      peer.close();
      if (this.isWanted) this.fail(performance.now());
      else await this.parts.close();
    }
  }

  private fail(now: number): void {
    this.end();
    this.failures = now - this.failedAt > wellMs ? 1 : this.failures + 1;
    this.failedAt = now;
    this.restUntil = now + restsMs[Math.min(this.failures, restsMs.length) - 1]!;
    this.state = this.failures < failuresBeforeTold ? 'starting' : 'failed';
  }

  private stop(state: 'busy' | undefined): void {
    this.state = state;
    if (this.peer === undefined) return;
    this.end();
    void this.parts.close();
  }

  private end(): void {
    this.encoder?.close();
    this.encoder = undefined;
    this.peer?.close();
    this.peer = undefined;
  }
}
